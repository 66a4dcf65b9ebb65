import type { api } from '@varde/contract/api';
import { recordLook } from '#domain/audit/audit-looks.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { notificationEventsOf, presentTransaction } from '#domain/transactions/present-transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { batteryAndSignal } from './battery-and-signal.ts';
import { datesOf } from './dates.ts';
import { customersInSight, findRawFrame, findTransaction, listTransactions, ownerInScope } from './store.ts';

export function transactionHandlers({
  db,
  clock,
}: Pick<FeatureDependencies, 'db' | 'clock'>): Omit<Handlers<(typeof api)['transactions']>, 'exportTransactions'> {
  const look = async (caller: Caller, deviId: number, custIds: Iterable<number>) => {
    const at = new Date(clock.now());
    for (const custId of custIds) await recordLook(db, { action: 'transactions.read', at, by: caller, custId, deviId });
  };
  /** Records a look at what was found in all periods that the caller may see; without any, the device does not exist. */
  const openLog = async (caller: Caller, deviId: number, found: boolean) => {
    const scope = caller.scopeOf('DEVICE_TRANSACTION_LOG');
    if (!found && (await ownerInScope(db, scope, deviId)) === null) throw new AppError('notFound');
    if (found) await look(caller, deviId, await customersInSight(db, caller, deviId));
  };
  /** A page of the log of a device, or of one of its sensors. */
  const page = async (asked: Parameters<typeof listTransactions>[2], caller: Caller) => {
    const { deviId } = asked;
    const scope = caller.scopeOf('DEVICE_TRANSACTION_LOG');
    const { page, ...rest } = await listTransactions(db, caller, asked);
    // A former customer still sees its own period; for all others the device does not exist.
    if (page.length === 0 && (await ownerInScope(db, scope, deviId)) === null) throw new AppError('notFound');
    await look(caller, deviId, new Set(page.map(({ custId }) => custId)));
    return { transactions: page.map(presentTransaction), ...rest };
  };
  return {
    listTransactions: ({ params, query: { cursor, transactionCount: limit, ...log } }, caller) =>
      page({ ...params, cursor, limit, log }, caller),

    async listTransactionDates({ params: { deviId }, query: { timeZone } }, caller) {
      const dates = await datesOf(db, caller, deviId, timeZone);
      await openLog(caller, deviId, dates.length > 0);
      return { dates };
    },

    async getBatteryAndSignal({ params: { deviId }, query }, caller) {
      const graph = await batteryAndSignal(db, caller, { deviId, ...query }, clock.now());
      await openLog(caller, deviId, graph.points.length > 0);
      return graph;
    },

    listSensorTransactions: ({ params, query }, caller) => page({ ...params, ...query }, caller),

    async getTransaction({ params: { deviId, tranId } }, caller) {
      const row = await findTransaction(db, caller, deviId, tranId);
      if (row === undefined) throw new AppError('notFound');
      await look(caller, deviId, [row.custId]);
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
      await look(caller, deviId, [row.custId]);
      return { events: notificationEventsOf(row) };
    },
  };
}

const asRecord = (detail: unknown): Record<string, unknown> | null =>
  typeof detail === 'object' && detail !== null && !Array.isArray(detail) ? { ...detail } : null;
