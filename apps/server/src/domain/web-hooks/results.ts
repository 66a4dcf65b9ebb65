import { alarmEventNumber } from '@varde/catalogue/alarm-events';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import { customers } from '../customers/tables.ts';
import { webHookDeliveries, webHookResults, webHooks } from './tables.ts';

const numbers = {
  tried: alarmEventNumber.integrationAttempt,
  delivered: alarmEventNumber.integrationSuccess,
  dead: alarmEventNumber.integrationFailure,
} as const;

/** A delivery about an alarm, or a test, of which no timeline tells. */
export interface Delivery {
  deliveryId: number;
  /** The customer of the web hook. */
  hookCustId: number;
  url: string;
  body: { event: string; alarm: { alarmId: number } | null };
}

interface Result {
  what: keyof typeof numbers;
  at: Date;
  status?: number | null;
  reason?: string | null;
}

/** Keeps for the timelines of alarms what became of deliveries. No lock of an alarm is taken. */
export async function recordResults(
  tx: Database,
  deliveries: readonly Delivery[],
  { what, at, status = null, reason = null }: Result,
): Promise<void> {
  const rows = deliveries.flatMap(({ deliveryId, hookCustId: custId, url, body: { event, alarm } }) =>
    alarm === null
      ? []
      : [
          {
            ...{ alarmId: alarm.alarmId, deliveryId, custId, host: new URL(url).host, event },
            ...{ number: numbers[what], at, status, reason },
          },
        ],
  );
  if (rows.length > 0) await tx.insert(webHookResults).values(rows);
}

/** Records that what waits for a web hook, and was tried, will not be tried again. Before the web hook is removed. */
export async function recordRemoval(tx: Database, hookId: number, at: Date): Promise<void> {
  await reachAll(tx); // its alarms may be of customers that the caller does not reach, or not any more
  const waiting = await tx
    .select({ delivery: webHookDeliveries, hookCustId: webHooks.custId, url: webHooks.url })
    .from(webHookDeliveries)
    .innerJoin(webHooks, eq(webHooks.hookId, webHookDeliveries.hookId))
    .where(
      and(
        eq(webHookDeliveries.hookId, hookId),
        eq(webHookDeliveries.state, 'waiting'),
        sql`${webHookDeliveries.tries} > 0`,
      ),
    );
  const deliveries = waiting.map(({ delivery: { deliveryId, event, alarmId }, ...hook }) => ({
    ...{ deliveryId, ...hook, body: { event, alarm: alarmId === null ? null : { alarmId } } },
  }));
  await recordResults(tx, deliveries, { what: 'dead', at, reason: 'the web hook was removed' });
}

/**
 * What became of the deliveries about these alarms, in order. `firmName` is null where the caller does not reach the
 * customer of the web hook; `waitsFor`: why one is still tried.
 */
export function resultsOf(db: Database, alarmIds: readonly number[]) {
  return db
    .select({
      result: webHookResults,
      firmName: customers.firmName,
      waitsFor: webHookDeliveries.lastError,
    })
    .from(webHookResults)
    .leftJoin(customers, eq(customers.custId, webHookResults.custId))
    .leftJoin(
      webHookDeliveries,
      and(
        eq(webHookDeliveries.deliveryId, webHookResults.deliveryId),
        eq(webHookDeliveries.state, 'waiting'),
        eq(webHookResults.number, numbers.tried),
      ),
    )
    .where(inArray(webHookResults.alarmId, [...alarmIds]))
    .orderBy(asc(webHookResults.resultId));
}
