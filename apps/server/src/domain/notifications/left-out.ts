import type { LeftOut, Receiver } from '@varde/contract/event-setup';
import { channelRules, isByBrowser, type ReceiverChannel, receiverChannels } from '@varde/contract/event-setup-form';
import { and, or, type SQL, sql } from 'drizzle-orm';
import { handlesAlarmsOf, isActiveUser, numberOfUser, withdrawnByUser } from '../accounts/alarm-handlers.ts';
import { hasBrowser } from '../accounts/push-browsers.ts';

/** The number of receiver `r` of a query, who may be the user `u`. */
export const mobileOfReceiver: SQL<string | null> = sql`coalesce(r.mobile, ${numberOfUser})`;

/** The e-mail address of receiver `r`, who may be the user `u`. */
export const emailOfReceiver: SQL<string | null> = sql`coalesce(r.email, u.username)`;

/** In which receiver `r`, who may be the user `u`, is told. */
export const languageOfReceiver: SQL<Receiver['language']> =
  sql`(case coalesce(u.language, r.language) when 'en' then 'en' else 'nb' end)`;

/** What receiver `r`, who may be the user `u`, has. */
const receiverHas = {
  mobile: sql`${mobileOfReceiver} is not null`,
  email: sql`${emailOfReceiver} is not null`,
  browser: hasBrowser,
};

/** Receiver `r`, who may be the user `u`, has chosen one of these channels and `isReachedBy` it. */
export function isReachedByOneOf(channels: readonly ReceiverChannel[]): SQL {
  const ways = channels.map((channel) => {
    const { leadsTo, consent } = channelRules[channel];
    const name = sql.raw(`'${channel}'`);
    const isAllowed = consent ? sql`not ${name} = any (${withdrawnByUser})` : undefined;
    return and(sql`${name} = any (r.channels)`, receiverHas[leadsTo], isAllowed);
  });
  return or(...ways) ?? sql`false`;
}

const browserChannels = sql.raw(`'{${receiverChannels.filter(isByBrowser).join()}}'::text[]`);

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
    when ${isReachedByOneOf(receiverChannels)} then null
    when r.channels && ${withdrawnByUser} then 'noConsent'
    when r.channels && ${browserChannels} then 'noBrowser' else 'noNumber' end`;
