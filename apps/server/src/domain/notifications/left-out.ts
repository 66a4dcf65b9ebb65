import type { LeftOut } from '@varde/contract/event-setup';
import { type SQL, sql } from 'drizzle-orm';
import { handlesAlarmsOf, isActiveUser, numberOfUser } from '../accounts/alarm-handlers.ts';
import { hasBrowser } from '../push/browsers.ts';

/** The number of receiver `r` of a query, who may be the user `u`. */
export const mobileOfReceiver: SQL<string | null> = sql`coalesce(r.mobile, ${numberOfUser})`;

/** The e-mail address of receiver `r`, who may be the user `u`. */
export const emailOfReceiver: SQL<string | null> = sql`coalesce(r.email, u.username)`;

/**
 * Why receiver `r`, who may be the user `u` of the query, is told of no alarm of a customer, given as the ids from the
 * root of the tree to it; null: nothing keeps the receiver from being told.
 */
export const leftOutOf = (path: SQL, at: Date): SQL<LeftOut | null> =>
  sql`case
    when r.user_id is null then null
    when u.deleted_at is not null then 'deleted'
    when not ${isActiveUser(at)} then 'deactivated'
    when not ${handlesAlarmsOf(path)} then 'noAccess'
    when 'email' = any (r.channels) or ${mobileOfReceiver} is not null and r.channels && '{sms,call}' then null
    when not 'push' = any (r.channels) then 'noNumber'
    when not ${hasBrowser} then 'noBrowser' end`;
