import type { api } from '@varde/contract/api';
import { exportKinds } from '@varde/contract/export-kinds';
import type { LogQuery, Transaction } from '@varde/contract/transactions';
import { recordAudit } from '#domain/audit/audit.ts';
import { csvFile } from '#domain/exports/csv-file.ts';
import { pdfFile } from '#domain/exports/pdf-file.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { presentTransaction } from '#domain/transactions/present-transaction.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withReach } from '#platform/database/reach.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { transactionWords } from './export-words.ts';
import { countTransactions, customersInSight, deviceInScope, listTransactions } from './store.ts';

type Dependencies = Pick<FeatureDependencies, 'db' | 'backgroundDb' | 'clock' | 'exports'>;

/** Rows in one read and write. */
const pageSize = 500;

/**
 * The log of a device as a file. Who exports needs the policy of the device's logs beside that of the log itself
 * (specification 2, section 6).
 */
export function transactionExportHandlers({
  db,
  backgroundDb,
  clock,
  exports,
}: Dependencies): Pick<Handlers<(typeof api)['transactions']>, 'exportTransactions'> {
  return {
    exportTransactions: async (
      { params: { deviId }, query: { language, timeZone, kind, ...asked } },
      caller,
      { reply },
    ) => {
      const device = await deviceInScope(db, caller, deviId);
      if (device === null) throw new AppError('notFound');
      const isPdf = kind === exportKinds.pdf;
      const open = async () => {
        const now = clock.now();
        const log = { ...asked, timeZone };
        const count = await countTransactions(backgroundDb, caller, { deviId, log, before: now });
        // Words may be a person's name, which no erasure would find in the audit log.
        const { search, ...filter } = asked;
        const after = { filter, searched: Boolean(search), count, ...(isPdf && { kind: 'pdf' }) };
        const at = new Date(now);
        // Those who had the device before see in their audit log that their time was exported.
        for (const custId of new Set([device.custId, ...(await customersInSight(db, caller, deviId))]))
          await recordAudit(db, { action: 'transactions.exported', at, by: caller, custId, deviId, after });
        const words = transactionWords({ language, timeZone }, device);
        const pages = pagesOf(backgroundDb, caller, { deviId, log, before: now });
        const name = `Transactions${device.serial.replaceAll(/[^\w.-]/g, '_')}`;
        return isPdf
          ? pdfFile(reply, { name, isShown: false }, words.paper(now, count), pages)
          : csvFile(reply, name, words.csv, pages);
      };
      return exports.begin(caller, open, isPdf ? 1 : 0);
    },
  };
}

interface Exported {
  deviId: number;
  log: LogQuery;
  /** Later ones are not counted, and so not exported. */
  before: number;
}

async function* pagesOf(
  db: Database,
  caller: Caller,
  { deviId, log, before }: Exported,
): AsyncGenerator<Transaction[]> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const asked = { deviId, log, before, limit: pageSize, ...(cursor && { cursor }) };
    // The stream is read after the call has ended.
    const { page, nextCursor } = await withReach(caller.reach, async () => await listTransactions(db, caller, asked));
    if (page.length > 0) yield page.map(presentTransaction);
    cursor = nextCursor;
  }
}
