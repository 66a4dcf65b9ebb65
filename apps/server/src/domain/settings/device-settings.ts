import { sameValue } from '@varde/catalogue/settings/same-value';
import type { SettingValue } from '@varde/catalogue/settings/types';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import type { CommandState } from '@varde/contract/commands';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { deviceSettings } from './tables.ts';

/** The fields that decide which settings a device has. */
export type SettingsDevice = Pick<
  DeviceRecord,
  'deviId' | 'dehaId' | 'custId' | 'fiwaNum' | 'announced' | 'trackingUntil' | 'fenced' | 'activeAt'
>;

/** A stored setting: the desired value, the reported value, and the state of its last command. */
export interface StoredSetting {
  desired: SettingValue | null;
  reported: SettingValue | null;
  reportedAt: number | null;
  /** Who set the desired value last, and when. */
  changed: { userId: number | null; at: number } | null;
  /** The device has reported another value than the desired one since that reached it, or could not reach it. */
  deviates: boolean;
  delivery: { state: CommandState; reason: string | null; at: number; ended: boolean } | null;
}

interface SettingRow {
  key: string;
  desired: string | null;
  reported: string | null;
  reported_at: number | null;
  updated_by: number | null;
  updated_at: number | null;
  state: CommandState | null;
  reason: string | null;
  at: number | null;
  ended: boolean;
}

/** By key. Values are read as JSON text: drizzle would parse a telephone number in a JSON string a second time. */
export async function settingsOf(db: Database, deviId: number): Promise<Map<string, StoredSetting>> {
  const rows = await queryRows<SettingRow>(
    db,
    sql`select s.key, s.desired::text, s.reported::text, c.state, c.reason, c.ended_at is not null as ended,
          (extract(epoch from s.reported_at) * 1000)::float8 as reported_at,
          s.updated_by, (extract(epoch from s.updated_at) * 1000)::float8 as updated_at,
          (extract(epoch from coalesce(c.ended_at, c.sent_at, c.created_at)) * 1000)::float8 as at
        from device_settings s left join commands c on c.command_id = s.command_id
        where s.devi_id = ${deviId}`,
  );
  return new Map(rows.map((row) => [row.key, storedSetting(row)]));
}

function storedSetting({ key, desired, reported, ...row }: SettingRow): StoredSetting {
  const { reported_at: reportedAt, updated_at, updated_by: userId, state, reason, at, ended } = row;
  const setting = {
    desired: desired === null ? null : JSON.parse(desired),
    reported: reported === null ? null : JSON.parse(reported),
    reportedAt,
    changed: updated_at === null ? null : { userId, at: updated_at },
    delivery: state === null || at === null ? null : { state, reason, at, ended },
  };
  return { ...setting, deviates: deviates(key, setting) };
}

/** A value that is on its way, or was not sent yet, is no deviation, nor is a report from before it was confirmed. */
function deviates(
  key: string,
  { desired, reported, reportedAt, changed, delivery }: Omit<StoredSetting, 'deviates'>,
): boolean {
  const definition = settingByKey(key);
  if (definition === undefined || definition.keptByServer || desired === null || reported === null) return false;
  if (sameValue(definition, desired, reported)) return false;
  const reportedSince = (time: number) => reportedAt !== null && reportedAt >= time;
  if (delivery === null) return changed !== null && reportedSince(changed.at);
  if (!delivery.ended) return false;
  return delivery.state !== 'confirmed' || reportedSince(delivery.at);
}

/**
 * The value that goes with others of its group: where the device deviates, its own, so that saving another setting
 * overwrites nothing that was changed on the device. Null: neither it nor a user has given one.
 */
export const presentValue = ({ desired, reported, deviates }: StoredSetting): SettingValue | null =>
  deviates ? reported : (desired ?? reported);

/** Who changes settings of a device, and when. */
export interface SettingsChange {
  deviId: number;
  /** Null: Varde itself. */
  userId: number | null;
  at: Date;
}

/** Stores desired values; `sendSettings` or `carryUnsent` links the command that carries them. */
export async function storeDesired(
  tx: Database,
  { deviId, userId, at }: SettingsChange,
  values: ReadonlyMap<string, SettingValue>,
): Promise<void> {
  const rows = [...values].map(([key, value]) => ({
    deviId,
    key,
    desired: sql`${JSON.stringify(value)}::jsonb`,
    commandId: null,
    updatedBy: userId,
    updatedAt: at,
  }));
  await tx
    .insert(deviceSettings)
    .values(rows)
    .onConflictDoUpdate({
      target: [deviceSettings.deviId, deviceSettings.key],
      set: {
        desired: sql`excluded.desired`,
        commandId: null,
        updatedBy: sql`excluded.updated_by`,
        updatedAt: sql`excluded.updated_at`,
      },
    });
}
