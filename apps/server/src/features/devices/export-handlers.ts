import type { api } from '@varde/contract/api';
import { exportKinds } from '@varde/contract/export-kinds';
import { recordAudit } from '#domain/audit/audit.ts';
import { commonCustomer } from '#domain/customers/common-customer.ts';
import { csvFile } from '#domain/exports/csv-file.ts';
import { pdfFile } from '#domain/exports/pdf-file.ts';
import { stampedName } from '#domain/exports/reader.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withReach } from '#platform/database/reach.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { deviceWords } from './export-words.ts';
import { type Selection, selectionOf } from './selection.ts';
import { type ExportQuery, exportedDevices, exportedPage } from './store-export.ts';

type Dependencies = Pick<FeatureDependencies, 'db' | 'backgroundDb' | 'clock' | 'exports' | 'working'>;

/** Rows in one read and write. */
const pageSize = 500;

export function exportHandlers({
  db,
  backgroundDb,
  clock,
  exports,
  working,
}: Dependencies): Pick<Handlers<(typeof api)['devices']>, 'exportDevices'> {
  return {
    exportDevices: ({ query: { language, timeZone, kind, ...query } }, caller, { reply }) => {
      // They find one person at a time; a file has the phone numbers of all.
      if (caller.isTrackerOnly) throw new AppError('notAllowed');
      const isPdf = kind === exportKinds.pdf;
      const open = async () => {
        const selection = await selectionOf(db, caller, query, { now: clock.now(), working });
        const { deviIds, custIds } = await exportedDevices(backgroundDb, selection, query);
        // Words may be a person's name, which no erasure would find in the audit log.
        const { sort: _, search, sensor, deviIds: chosen, ...filter } = query;
        const custId = await commonCustomer(db, custIds);
        const searched = Boolean(search) || Boolean(sensor);
        const count = deviIds.length;
        const after = {
          ...{ filter, searched, count },
          ...(chosen && { chosen: chosen.length }),
          ...(isPdf && { kind: 'pdf' }),
        };
        const at = new Date(clock.now());
        // That customer may be above the caller's reach.
        await withReach('all', async () =>
          recordAudit(db, { action: 'devices.exported', at, by: caller, custId, after }),
        );
        const words = deviceWords({ language, timeZone });
        const name = stampedName(words.file, clock.now(), timeZone);
        const pages = pagesOf(backgroundDb, caller, { selection, query, deviIds });
        const file = { name, isShown: chosen !== undefined };
        if (!isPdf) return csvFile(reply, name, words.csv, pages);
        const filtered = searched || chosen !== undefined || Object.keys(filter).length > 0;
        return pdfFile(reply, file, words.paper(clock.now(), count, filtered), pages);
      };
      return exports.begin(caller, open, isPdf ? 1 : 0);
    },
  };
}

interface Asked {
  selection: Selection;
  query: ExportQuery;
  deviIds: readonly number[];
}

async function* pagesOf(db: Database, caller: Caller, { selection, query, deviIds }: Asked) {
  for (let from = 0; from < deviIds.length; from += pageSize) {
    const some = deviIds.slice(from, from + pageSize);
    // The stream is read after the call has ended.
    yield await withReach(caller.reach, async () => await exportedPage(db, selection, query, some));
  }
}
