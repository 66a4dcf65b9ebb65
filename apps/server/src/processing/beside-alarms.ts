import type { Database } from '#platform/database.ts';
import type { Batch } from './batch.ts';
import { isConflict, isTimeout, mayBePoison } from './failure.ts';

/** Enough to find one item that fails among two thousand. More would hold up the alarms of the batch. */
const mostFailures = 12;

/**
 * Work of a step that no alarm depends on (decision 0108), in a savepoint that costs a batch without items nothing. What
 * fails is taken back and logged after the commit, and the batch goes on: the items are halved down to the one that
 * fails, which is left out. Returns the outcomes of the work that is stored. `work` leaves nothing in the batch: its
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
    try {
      outcomes.push(await batch.tx.transaction((tx) => work(tx, now)));
    } catch (error) {
      if (isConflict(error) || !(isTimeout(error) || mayBePoison(error))) throw error;
      failures += 1;
      const isOver = isTimeout(error) || (failures >= mostFailures && now.length > 1);
      if (isOver || now.length === 1) batch.faults.push(new Error(`left out: ${what}`, { cause: error }));
      if (isOver) break;
      const half = Math.ceil(now.length / 2);
      if (now.length > 1) waiting.push(now.slice(half), now.slice(0, half));
    }
  }
  return outcomes;
}
