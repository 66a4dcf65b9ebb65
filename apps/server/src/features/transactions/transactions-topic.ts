import type { LiveMessage } from '@varde/contract/live';
import { recordLook } from '#domain/audit/audit-looks.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { maySeeLive } from '#domain/transactions/history-condition.ts';
import { newTransaction } from '#domain/transactions/present-transaction.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { parseId } from '#platform/live/parse-id.ts';
import type { LiveFeed, LiveTopic } from '#platform/live/topic.ts';
import { customersInSight, listTransactions, ownerInScope } from './store.ts';

type Message = LiveMessage<'transactions'>;

/** One page of the log: a browser that was disconnected longer fetches the log again. */
const firstMessageRows = 25;
/** Bounds the memory that a flooding device uses; dropped rows are still in the log. */
const keptRows = 500;

/** `/topic/transactions/:deviId`: the newest transactions of a device, then each new one. */
export function transactionsTopic({ db, clock }: Pick<FeatureDependencies, 'db' | 'clock'>): LiveTopic<'transactions'> {
  return {
    name: 'transactions',
    async open(caller, params) {
      const deviId = parseId(params.deviId);
      const scope = caller.scopeOf('DEVICE_TRANSACTION_LOG');
      if (deviId === null || (await ownerInScope(db, scope, deviId)) === null) return null;
      const at = new Date(clock.now());
      for (const custId of await customersInSight(db, caller, deviId))
        await recordLook(db, { action: 'transactions.followed', at, by: caller, custId, deviId });
      return transactionsFeed(db, caller, deviId);
    },
  };
}

function transactionsFeed(db: Database, caller: Caller, deviId: number): LiveFeed<Message> {
  let kept: Message['transactions'] = [];
  return {
    urgent: false,
    async first() {
      const { page } = await listTransactions(db, caller, { deviId, limit: firstMessageRows });
      return page.length === 0 ? null : { transactions: page.reverse().map(newTransaction) };
    },
    take(event) {
      if (event.type !== 'transactions' || event.deviId !== deviId) return false;
      if (!maySeeLive(caller, 'DEVICE_TRANSACTION_LOG', event)) return false;
      kept = [...kept, ...event.transactions].slice(-keptRows);
      return true;
    },
    flush() {
      const message = { transactions: kept };
      kept = [];
      return message;
    },
  };
}
