import { markets, timeZoneOf } from '@varde/catalogue/markets';
import { zone, zoneOfMarket } from '@varde/catalogue/settings/device-setting';
import type { SettingValue } from '@varde/catalogue/settings/types';
import { type SQL, sql } from 'drizzle-orm';
import { utcOffset } from '#platform/clock/utc-offset.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { noActor, recordAudit } from '../audit/audit.ts';
import { marketOf } from '../customers/customers.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { protocolsOf } from '../devices/identities.ts';
import { type SettingsDevice, settingsOf, storeDesired } from '../settings/device-settings.ts';
import { type WireGroups, wireGroupsWith } from '../settings/wire-groups.ts';
import { sendSettings } from './send-settings.ts';
import { overriddenByTracking } from './tracking-values.ts';

/** The time zone of a device that follows its market, minutes ahead of UTC: devices take a number, and no name of a zone. */
const zoneNow = async (db: Database, { custId }: Pick<SettingsDevice, 'custId'>, at: Date): Promise<number> =>
  utcOffset(at.getTime(), timeZoneOf(await marketOf(db, custId)));

/** A save by which a device begins to follow its market sends it the time zone at once. */
export async function withZone(
  tx: Database,
  device: SettingsDevice,
  asked: Map<string, SettingValue>,
  at: Date,
): Promise<Map<string, SettingValue>> {
  return asked.get(zoneOfMarket.key) === true ? new Map([...asked, [zone.key, await zoneNow(tx, device, at)]]) : asked;
}

/**
 * The devices that follow their market and whose desired time zone is not that of its clocks now: they were changed, or
 * the device has come to another market. One with an open alarm waits, since nothing is to be in front of the commands for it.
 */
export function dueZones(
  db: Database,
  at: Date,
  of: { deviId: number } | { limit: number },
): Promise<{ deviId: number }[]> {
  const offsets = Object.fromEntries(markets.map(({ id, timeZone }) => [id, utcOffset(at.getTime(), timeZone)]));
  const one: SQL = 'deviId' in of ? sql`and s.devi_id = ${of.deviId}` : sql``;
  return queryRows(
    db,
    sql`select s.devi_id as "deviId"
      from device_settings s join devices d on d.devi_id = s.devi_id join customers c on c.cust_id = d.cust_id
        left join device_settings z on z.devi_id = s.devi_id and z.key = ${zone.key}
      where s.key = 'timeZoneOfMarket' and s.desired = 'true' and d.deleted_at is null ${one}
        and z.desired is distinct from (${JSON.stringify(offsets)}::jsonb -> c.market::text)
        and not exists (select from alarms a where a.devi_id = s.devi_id and a.state <> 'reset')
      order by s.devi_id limit ${'limit' in of ? of.limit : 1}`,
  );
}

/**
 * Sends a device the time zone of its market, with its audit entry: at its next contact, however long that takes. Call it
 * in a transaction that holds the lock of the device.
 */
export async function sendZone(tx: Database, device: DeviceRecord, at: Date, wireGroups: WireGroups): Promise<void> {
  const { deviId, custId } = device;
  const stored = await settingsOf(tx, deviId);
  const asked = new Map<string, SettingValue>([[zone.key, await zoneNow(tx, device, at)]]);
  const change = { deviId, userId: null, at };
  await storeDesired(tx, change, asked);
  const overridden = await overriddenByTracking(tx, device);
  const wanted = { asked, stored, overridden, protocols: await protocolsOf(tx, device) };
  for (const { keys, values } of wireGroupsWith(device, wanted, wireGroups))
    await sendSettings(tx, { ...change, lasts: true }, values, keys);
  const before = { [zone.key]: stored.get(zone.key)?.desired ?? null };
  await recordAudit(tx, {
    ...{ action: 'settings.saved', at, by: noActor, custId, deviId },
    ...{ before, after: Object.fromEntries(asked) },
  });
}
