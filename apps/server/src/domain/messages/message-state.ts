import type { MessageState } from '@varde/catalogue/message-states';
import { type SQLWrapper, sql } from 'drizzle-orm';
import { outbox } from './tables.ts';

interface StoredState {
  state: SQLWrapper;
  reason: SQLWrapper;
  givenUp: SQLWrapper;
  /** How often the provider has left in doubt whether it took the message. */
  doubts?: SQLWrapper;
  /** How often a call has rung without an answer: then it was not answered, although the next one was called off. */
  rings?: SQLWrapper;
}

/**
 * Null where no message is joined. A message that its provider may have taken counts as sent, with the reason for the
 * doubt, or waits for another try.
 */
const stateOf = ({ state, reason, givenUp, doubts = sql`0`, rings = sql`0` }: StoredState) =>
  sql<MessageState>`case ${state}
    when 'failed' then case when ${reason} = 'withdrawn' and ${rings} = 0 then 'withdrawn' when ${givenUp} then 'givenUp' else 'failed' end
    when 'sent' then case when ${reason} is null then 'sent' else 'inDoubt' end
    when 'queued' then case when ${doubts} > 0 then 'inDoubt' else 'queued' end
    else ${state} end`;

/** What became of a message in the outbox. */
export const stateInOutbox = stateOf(outbox);

interface KeptMessage extends Pick<StoredState, 'state' | 'reason' | 'givenUp'> {
  receipt: SQLWrapper;
}

/**
 * What became of a message, for a query that joins the outbox: as it stands there while it does, else the last that its
 * row has kept. `state` is null when the message was erased before its end; `receipt`: what the provider called it.
 */
export const messageOf = (kept: KeptMessage) => ({
  state: sql<MessageState | null>`coalesce(${stateInOutbox}, nullif(${stateOf(kept)}, 'queued'))`,
  reason: sql<string | null>`coalesce(${outbox.reason}, ${kept.reason})`,
  receipt: sql<string | null>`coalesce(${outbox.receipt}, ${kept.receipt})`,
});
