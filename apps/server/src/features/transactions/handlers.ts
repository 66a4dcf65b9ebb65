import type { api } from '@varde/contract/api';
import { recordLook } from '#domain/audit/audit-looks.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { notificationEventsOf, presentTransaction } from '#domain/transactions/present-transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { findRawFrame, findTransaction, listTransactions, ownerInScope } from './store.ts';

export function transactionHandlers({
  db,
  clock,
}: Pick<FeatureDependencies, 'db' | 'clock'>): Handlers<(typeof api)['transactions']> {
  /** A page of the log of a device, or of one of its sensors. */
  const page = async (asked: Parameters<typeof listTransactions>[2], caller: Caller) => {
    const { deviId } = asked;
    const scope = caller.scopeOf('DEVICE_TRANSACTION_LOG');
    const { page, nextCursor } = await listTransactions(db, caller, asked);
    // A former customer still sees its own period; for all others the device does not exist.
    if (page.length === 0 && (await ownerInScope(db, scope, deviId)) === null) throw new AppError('notFound');
    const at = new Date(clock.now());
    for (const custId of new Set(page.map(({ custId }) => custId)))
      await recordLook(db, { action: 'transactions.read', at, by: caller, custId, deviId });
    return { transactions: page.map(presentTransaction), nextCursor };
  };
  return {
    listTransactions: ({ params, query }, caller) => page({ ...params, ...query }, caller),

    listSensorTransactions: ({ params, query }, caller) => page({ ...params, ...query }, caller),

    async getTransaction({ params: { deviId, tranId } }, caller) {
      const row = await findTransaction(db, caller, deviId, tranId);
      if (row === undefined) throw new AppError('notFound');
      const at = new Date(clock.now());
      await recordLook(db, { action: 'transactions.read', at, by: caller, custId: row.custId, deviId });
      const raw = await findRawFrame(db, row);
      return {
        ...presentTransaction(row),
        raw: raw && Buffer.from(raw).toString('hex'),
        detail: asRecord(row.detail),
      };
    },

    async listNotificationEvents({ params: { deviId, tranId } }, caller) {
      const row = await findTransaction(db, caller, deviId, tranId);
      if (row === undefined) throw new AppError('notFound');
      const at = new Date(clock.now());
      await recordLook(db, { action: 'transactions.read', at, by: caller, custId: row.custId, deviId });
      return { events: notificationEventsOf(row) };
    },
  };
}

const asRecord = (detail: unknown): Record<string, unknown> | null =>
  typeof detail === 'object' && detail !== null && !Array.isArray(detail) ? { ...detail } : null;
