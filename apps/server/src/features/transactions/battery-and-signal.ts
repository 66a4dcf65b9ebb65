import { alarmTypes } from '@varde/catalogue/alarms';
import { hardwareById } from '@varde/catalogue/hardware/index';
import { addDays, localDate } from '@varde/catalogue/local-date';
import { signalOf } from '@varde/catalogue/signal';
import { tranSource } from '@varde/catalogue/transaction-sources';
import { type SQL, sql } from 'drizzle-orm';
import { seenInLog } from '#domain/transactions/seen-in-log.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { Caller } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { startOf } from './log-condition.ts';

interface Asked {
  deviId: number;
  /** Days, of which the last one ends at the next midnight of the time zone. */
  range: number;
  timeZone: string;
}

/** More points than a screen can show are not read. */
const parts = 720;
const mostAlarms = 200;

interface Point {
  time: number;
  deha_id: number;
  battery: number | null;
  gsm_strength: number | null;
}

/** The points of the graph of a device, and its alarms (specification 2, sections 4 and 9). */
export async function batteryAndSignal(db: Database, caller: Caller, { deviId, range, timeZone }: Asked, now: number) {
  const today = localDate(now, timeZone);
  const [span] = await queryRows<{ from: number; to: number }>(
    db,
    sql`select (extract(epoch from ${startOf(addDays(today, 1 - range), timeZone)}) * 1000)::float8 as "from",
        (extract(epoch from ${startOf(today, timeZone, 1)}) * 1000)::float8 as "to"`,
  );
  if (span === undefined) throw new Error('a day has no midnight');
  const part = (span.to - span.from) / parts;
  const { recTs, metyId, tranId, battery, gsmStrength, dehaId, direction, tranSource: source } = transactions;
  const milliseconds = sql`(extract(epoch from ${recTs}) * 1000)::float8`;
  const ofDevice = sql`${transactions.deviId} = ${deviId} and ${seenInLog(caller, deviId) ?? sql`true`}`;
  const startOfPart = (number: SQL) => sql`to_timestamp((${span.from}::float8 + ${number} * ${part}::float8) / 1000)`;
  // The index leads to the last report of each part, however many there are.
  const points = await queryRows<Point>(
    db,
    sql`select report.* from generate_series(0, ${parts - 1}::int) part cross join lateral (
        select ${milliseconds} as time, ${dehaId} as deha_id, ${battery} as battery, ${gsmStrength} as gsm_strength
        from ${transactions}
        where ${ofDevice} and ${recTs} >= ${startOfPart(sql`part`)} and ${recTs} < ${startOfPart(sql`(part + 1)`)}
          and ${direction} = 'I' and ${source} <> ${tranSource.historical}
          and (${battery} is not null or ${gsmStrength} is not null)
        order by ${recTs} desc, ${tranId} desc limit 1) report
      order by part`,
  );
  const alarms = await queryRows<{ time: number; mety_id: number }>(
    db,
    sql`select ${milliseconds} as time, ${metyId} as mety_id from ${transactions}
      where ${ofDevice} and ${recTs} >= ${startOfPart(sql`0`)} and ${recTs} < ${startOfPart(sql`${parts}::int`)}
        and ${metyId} = any(${sql.param(alarmTypes.map((type) => type.metyId))}::smallint[])
        and ${source} <> ${tranSource.historical}
      order by ${recTs} desc limit ${mostAlarms}`,
  );
  return {
    ...span,
    points: points.map(presentPoint),
    alarms: alarms.map(({ time, mety_id }) => ({ time, metyId: mety_id })).reverse(),
  };
}

function presentPoint({ time, deha_id, battery, gsm_strength }: Point) {
  const hardware = hardwareById(deha_id);
  const signal = hardware && signalOf(gsm_strength, hardware.signalScale, { offline: false });
  return { time, battery, signal: signal ? Math.round(signal.percent) : null };
}
