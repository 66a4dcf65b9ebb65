import { type ReceiverChannel, receiverChannels } from '@varde/contract/event-setup-form';
import { type SQL, sql } from 'drizzle-orm';
import { isReachedByOneOf } from './left-out.ts';
import { type Addressed, waysTo } from './plan.ts';

/** The channels with a provider. Messages on the others wait in the outbox, and tell nobody. */
export type WorkingChannels = ReadonlySet<ReceiverChannel>;

export const unavailableChannels = (working: WorkingChannels): ReceiverChannel[] =>
  receiverChannels.filter((channel) => !working.has(channel));

/** Whether a message can leave to this receiver. */
export const canBeTold = (receiver: Addressed, working: WorkingChannels): boolean =>
  waysTo(receiver).some((channel) => working.has(channel));

/** `canBeTold` in the database, for receiver `r`, who is the user `u`. */
export const userCanBeTold = (working: WorkingChannels): SQL =>
  isReachedByOneOf(receiverChannels.filter((channel) => working.has(channel)));

/** The selections of channels that tell nobody, as `tells_by` of a list has them: in alphabetical order. */
export const silentSelections = (working: WorkingChannels): SQL => {
  let selections: ReceiverChannel[][] = [[]];
  for (const channel of unavailableChannels(working).sort())
    selections = selections.flatMap((some) => [some, [...some, channel]]);
  const texts = selections.map((channels) => sql`${channels.join()}`);
  return sql`(${sql.join(texts, sql`, `)})`;
};
