import type { LeftOut, Receiver } from '@varde/contract/event-setup';
import { type SQL, sql } from 'drizzle-orm';
import { handlesAlarmsOf, isActiveUser, numberOfUser, withdrawnByUser } from '../accounts/alarm-handlers.ts';
import { hasBrowser } from '../accounts/push-browsers.ts';

/** The number of receiver `r` of a query, who may be the user `u`. */
export const mobileOfReceiver: SQL<string | null> = sql`coalesce(r.mobile, ${numberOfUser})`;

/** The e-mail address of receiver `r`, who may be the user `u`. */
export const emailOfReceiver: SQL<string | null> = sql`coalesce(r.email, u.username)`;

/** In which receiver `r`, who may be the user `u`, is told. */
export const languageOfReceiver: SQL<Receiver['language']> =
  sql`(case coalesce(u.language, r.language) when 'en' then 'en' else 'nb' end)`;

/** Receiver `r`, who may be the user `u`, has this channel and has not withdrawn the consent to it. */
export const mayBeTold = (channel: SQL): SQL =>
  sql`(${channel} = any (r.channels) and not ${channel} = any (${withdrawnByUser}))`;

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
    when ${mayBeTold(sql`'email'`)} or ${mobileOfReceiver} is not null and (${mayBeTold(sql`'sms'`)} or 'call' = any (r.channels))
      or 'push' = any (r.channels) and ${hasBrowser} then null
    when r.channels && ${withdrawnByUser} then 'noConsent'
    when 'push' = any (r.channels) then 'noBrowser' else 'noNumber' end`;
