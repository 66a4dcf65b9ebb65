import type { Database } from '#platform/database/database.ts';
import type { Batch } from './batch.ts';
import { isConfined, isTimeout } from './failure.ts';

/** Enough to find three items that fail among five hundred. After so many, what fails is not halved any more. */
const mostFailures = 30;

/**
 * Work of a step that no alarm depends on (decision 0007), in a savepoint that costs a batch without items nothing. What
 * fails is taken back and logged after the commit, and the batch goes on: the items are halved down to the one that
 * fails, which is left out. After a timeout the rest of such work of the batch is left out: the next one may wait as long
 * for the same table, and the alarms with it. Returns the outcomes of the work that is stored. `work` leaves nothing in the batch: its
 * caller does, with the outcomes. Rejects with faults that would repeat for the whole batch, or that a retry ends: the
 * database is unavailable, a conflict.
 */
export async function besideAlarms<Item, Outcome>(
  batch: Pick<Batch, 'tx' | 'faults'>,
  what: string,
  items: readonly Item[],
  work: (tx: Database, items: readonly Item[]) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = items.length === 0 ? [] : [items];
  let failures = 0;
  for (let some = waiting.pop(); some !== undefined; some = waiting.pop()) {
    const now = some;
    if (batch.faults.some(({ cause }) => isTimeout(cause))) break;
    try {
      outcomes.push(await batch.tx.transaction((tx) => work(tx, now)));
    } catch (error) {
      if (!isConfined(error)) throw error;
      failures += 1;
      const half = Math.ceil(now.length / 2);
      if (isTimeout(error) || failures >= mostFailures || now.length === 1)
        batch.faults.push(new Error(`left out: ${what}`, { cause: error }));
      else waiting.push(now.slice(half), now.slice(0, half));
    }
  }
  return outcomes;
}
