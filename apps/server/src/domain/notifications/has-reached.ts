import { type SQL, sql } from 'drizzle-orm';
import { messageOf } from '../messages/message-state.ts';
import { smsOutbox } from '../messages/tables.ts';
import { notificationAttempts } from './tables.ts';

const { state } = messageOf(notificationAttempts);
const { channel, answer } = notificationAttempts;
const awaitsReport = sql`coalesce(${smsOutbox.awaitsReport}, ${notificationAttempts.awaitsReport})`;

/**
 * Whether a message of an alarm has reached its receiver, for the same query (`docs/glossary.md`): it was answered, or its
 * channel has done as much as it can say.
 */
export const hasReached: SQL<boolean> = sql`coalesce(${answer} is not null or case ${channel}
    when 'call' then ${state} = 'delivered'
    when 'sms' then ${state} = 'delivered' or (${state} = 'sent' and not ${awaitsReport})
    else ${state} = 'sent' end, false)`;
