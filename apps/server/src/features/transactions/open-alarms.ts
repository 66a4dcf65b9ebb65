import { geofenceAlarms } from '@varde/catalogue/alarms';
import { tranSource } from '@varde/catalogue/transaction-sources';
import { and, eq, inArray, ne, notInArray, type SQL } from 'drizzle-orm';
import { alarms } from '#domain/alarms/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Database } from '#platform/database/database.ts';

/** The row of the log in which an alarm began that nobody has ended. */
export interface OpenAlarm {
  tranId: number;
  recTs: Date;
}

/** The alarms of a device that its log shows whatever dates are chosen (`ignoreFilter`), until they are reset. */
export function openAlarmsOf(db: Database, deviId: number): Promise<OpenAlarm[]> {
  return db
    .select({ tranId: alarms.tranId, recTs: alarms.receivedAt })
    .from(alarms)
    .where(
      and(
        eq(alarms.deviId, deviId),
        ne(alarms.state, 'reset'),
        notInArray(alarms.metyId, [...geofenceAlarms]),
        ne(alarms.tranSource, tranSource.historical),
      ),
    );
}

/** Their rows, as an index of the log finds them. */
export const isOneOf = (open: readonly OpenAlarm[]): SQL | undefined =>
  and(
    inArray(
      transactions.recTs,
      open.map(({ recTs }) => recTs),
    ),
    inArray(
      transactions.tranId,
      open.map(({ tranId }) => tranId),
    ),
  );
