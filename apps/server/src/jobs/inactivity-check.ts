import { hardwareList } from '@varde/catalogue/hardware/index';
import { activePeriods, isInactive, isWorn } from '@varde/catalogue/inactivity';
import { type MarketId, timeZoneOf } from '@varde/catalogue/markets';
import { hardwareSettings } from '@varde/catalogue/settings/hardware-settings';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';
import { lastKnown, timestamp } from '#platform/clock/last-known.ts';
import { minuteOfDay } from '#platform/clock/minute-of-day.ts';
import { queryRows } from '#platform/database/database.ts';
import type { Job, JobContext } from './job.ts';
import { raiseFlag } from './raise-flag.ts';

const idsOf = (kinds: typeof hardwareList) => sql`any(${sql.param(kinds.map(({ dehaId }) => dehaId))}::int[])`;
const worn = idsOf(hardwareList.filter(isWorn));
const homes = idsOf(hardwareList.filter(({ key }) => hardwareSettings[key].inactivityFunction !== undefined));

/**
 * Flags devices with which nobody was active for too long: those that are worn by `staticTooLong`, home units within their
 * schedules. Clears the flag of those that are not judged so any more, since a setting was changed. A device that has never
 * reported any activity is not judged, and neither is one that has not spoken since: silence is not inactivity. Setting the
 * server's clock makes nobody inactive.
 */
export const inactivityCheck: Job = {
  name: 'inactivity-check',
  atGateway: true,
  everySeconds: 300,
  run: async (context) => {
    await checkWorn(context);
    await checkHomes(context);
  },
};

const isJudged = sql`${devices.activeAt} is not null and ${devices.activatedDate} is not null
  and not ${devices.flags} && '{inactiveWarning,offlineWarning}'`;
const isFlagged = sql`${devices.flags} && '{inactiveWarning}'`;

async function checkWorn(context: JobContext): Promise<void> {
  const reading = context.steady.read();
  const now = timestamp(reading.now);
  const isStill = sql`${lastKnown(devices.activeAt, reading, reading.setAt ?? 0)} < ${now} - ${allowed}
    and ${devices.lastMsgIn} >= ${devices.activeAt} + ${allowed}`;
  const where = sql`${devices.dehaId} = ${worn} and ${isJudged} and ${isStill}`;
  await raiseFlag(context, { where, cause: 'inactive', metyId: null });
  const isOver = sql`${devices.dehaId} = ${worn} and ${isFlagged} and ${devices.activeAt} >= ${now} - ${allowed}`;
  await raiseFlag(context, { where: isOver, cause: 'activity', metyId: null });
}

const allowed: SQL = sql`interval '1 hour' * coalesce((select desired #>> '{}' from device_settings
  where device_settings.devi_id = ${devices.deviId} and key = 'staticTooLong'),
  ${String(settingByKey('staticTooLong')?.default)})::float8`;

interface Home {
  deviId: number;
  isFlagged: boolean;
  /** Unix milliseconds. */
  activeAt: number;
  heardAt: number;
  market: MarketId;
  values: SettingValues | null;
}

async function checkHomes(context: JobContext): Promise<void> {
  const { now, setAt } = context.steady.read();
  const units = await queryRows<Home>(
    context.db,
    sql`select ${devices.deviId} as "deviId", ${isFlagged} as "isFlagged", customers.market,
        (extract(epoch from ${devices.activeAt}) * 1000)::float8 as "activeAt",
        (extract(epoch from ${devices.lastMsgIn}) * 1000)::float8 as "heardAt",
        (select json_object_agg(key, desired) from device_settings s
          where s.devi_id = ${devices.deviId} and key like 'inactivity%' and desired is not null) as values
      from devices join customers on customers.cust_id = ${devices.custId}
      where ${devices.dehaId} = ${homes} and ${devices.deletedAt} is null and (${isFlagged} or ${isJudged} and exists (
        select from device_settings s where s.devi_id = ${devices.deviId} and key = 'inactivityFunction'))`,
  );
  const inactive = units.filter(({ activeAt, heardAt, market, values, isFlagged: isKnown }) => {
    const at = Math.min(now, heardAt); // what has happened since is not known
    const since = {
      activeAt: Math.max(activeAt, setAt ?? 0),
      now: at,
      minute: minuteOfDay(at, timeZoneOf(market)),
    };
    return !isKnown && isInactive(since, activePeriods(values ?? {}));
  });
  const stopped = units.filter(({ isFlagged: isKnown, values }) => isKnown && activePeriods(values ?? {}).length === 0);
  const unmoved = sql`${devices.activeAt} <= ${timestamp(now)}`;
  await raiseFlag(context, { where: among(inactive, isJudged, unmoved), cause: 'inactive', metyId: null });
  await raiseFlag(context, { where: among(stopped, isFlagged), cause: 'activity', metyId: null });
}

const among = (units: readonly Home[], ...conditions: SQL[]): SQL =>
  and(
    inArray(
      devices.deviId,
      units.map(({ deviId }) => deviId),
    ),
    ...conditions,
  ) ?? sql`false`;
