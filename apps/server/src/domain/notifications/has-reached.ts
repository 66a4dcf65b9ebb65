import { channelRules, receiverChannels } from '@varde/contract/event-setup-form';
import { type SQL, sql } from 'drizzle-orm';
import { messageOf } from '../messages/message-state.ts';
import { outbox } from '../messages/tables.ts';
import { notificationAttempts } from './tables.ts';

const { state } = messageOf(notificationAttempts);
const { channel, answer } = notificationAttempts;
const awaitsReport = sql`coalesce(${outbox.awaitsReport}, ${notificationAttempts.awaitsReport})`;

const hasArrived = {
  answered: sql`${state} = 'delivered'`,
  reported: sql`(${state} = 'delivered' or (${state} = 'sent' and not ${awaitsReport}))`,
  sent: sql`${state} = 'sent'`,
};

/**
 * Whether a message of an alarm has reached its receiver, for the same query (`docs/glossary.md`): it was answered, or its
 * channel has done as much as it can say.
 */
export const hasReached: SQL<boolean> = sql`coalesce(${answer} is not null or case ${channel}
    ${sql.join(
      receiverChannels.map((each) => sql`when ${sql.raw(`'${each}'`)} then ${hasArrived[channelRules[each].arrives]}`),
      sql` `,
    )} end, false)`;
