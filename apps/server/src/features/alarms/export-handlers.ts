import type { Alarm } from '@varde/contract/alarms';
import type { api } from '@varde/contract/api';
import { type AlarmHistoryFilter, countHistory, listHistory } from '#domain/alarms/alarms.ts';
import { recordAudit } from '#domain/audit/audit.ts';
import { askedScope } from '#domain/customers/asked-scope.ts';
import { commonCustomer } from '#domain/customers/common-customer.ts';
import { csvFile } from '#domain/exports/csv-file.ts';
import { stampedName } from '#domain/exports/reader.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { Caller, Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withReach } from '#platform/database/reach.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { alarmWords } from './export-words.ts';
import { refuseTrackers } from './handled.ts';
import { presentForAll } from './present.ts';

type Dependencies = Pick<FeatureDependencies, 'db' | 'backgroundDb' | 'clock' | 'exports'>;

/** Rows in one read and write. */
const pageSize = 500;

export function alarmExportHandlers({
  db,
  backgroundDb,
  clock,
  exports,
}: Dependencies): Pick<Handlers<(typeof api)['alarms']>, 'exportAlarms'> {
  return {
    exportAlarms: ({ query: { language, timeZone, ...asked } }, caller, { reply }) => {
      refuseTrackers(caller);
      return exports.begin(caller, async () => {
        const now = clock.now();
        // Later alarms are not counted, and so not exported.
        const filter = { ...asked, to: Math.min(asked.to ?? Infinity, now + 1) };
        const customers = await askedScope(db, caller.scopeOf('DEVICE_LIST'), asked);
        const { count, custIds } = await countHistory(backgroundDb, caller, customers, filter);
        const custId = await commonCustomer(db, custIds);
        // The texts may be names of persons, which no erasure would find in the audit log.
        const { search, who, ...named } = asked;
        const after = { filter: named, searched: Boolean(search ?? who), count };
        // That customer may be above the caller's reach.
        await withReach('all', async () =>
          recordAudit(db, { action: 'alarms.exported', at: new Date(now), by: caller, custId, after }),
        );
        const words = alarmWords({ language, timeZone });
        const rows = pagesOf(backgroundDb, caller, customers, filter);
        return csvFile(reply, stampedName(words.file, now, timeZone), words, rows);
      });
    },
  };
}

/** The order by time of receipt never changes, so that each page continues where the last one ended. */
async function* pagesOf(
  db: Database,
  caller: Caller,
  customers: Scope,
  filter: AlarmHistoryFilter,
): AsyncGenerator<Alarm[]> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { ...filter, limit: pageSize, cursor };
    // The stream is read after the call has ended.
    const { page, nextCursor } = await withReach(
      caller.reach,
      async () => await listHistory(db, caller, customers, query),
    );
    yield page.map(presentForAll);
    cursor = nextCursor;
  }
}
