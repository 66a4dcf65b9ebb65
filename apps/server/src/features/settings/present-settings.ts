import { hardwareById } from '@varde/catalogue/hardware/index';
import type { Policy } from '@varde/catalogue/permissions';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { LearnLink } from '@varde/catalogue/settings/types';
import { maySet, opensSettings } from '@varde/catalogue/settings-policies';
import type { api } from '@varde/contract/api';
import type { HandlerOutput } from '@varde/contract/endpoint';
import type { SettingState } from '@varde/contract/settings';
import { sql } from 'drizzle-orm';
import { marketOf } from '#domain/customers/customers.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { findDevice } from '#domain/devices/find-device.ts';
import { sourceInEffect } from '#domain/notifications/lists.ts';
import { type SettingsDevice, type StoredSetting, settingsOf } from '#domain/settings/device-settings.ts';
import { settingsOfHardware } from '#domain/settings/wire-groups.ts';
import type { Caller } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';

/** The settings that the caller may see, or change with `acting`; without any, the page is closed. */
export function openSettings(device: SettingsDevice, caller: Caller): KnownSetting[] | 'none' {
  const may = (policy: Policy) => caller.may(policy, device.custId);
  if (!opensSettings(may)) return 'none';
  const viewer = { hardware: hardwareById(device.dehaId), may, flags: caller.flags };
  return settingsOfHardware(device).filter((setting) => maySet(viewer, setting));
}

/** A device, and its settings that the caller may see. */
export interface DeviceWithSettings {
  device: SettingsDevice;
  open: readonly KnownSetting[];
}

/** Null: there is no such device, or its page is closed to the caller. */
export async function findOpen(db: Database, caller: Caller, deviId: number): Promise<DeviceWithSettings | null> {
  const device = await findDevice(db, caller.scopeOf('DEVICE_LIST'), deviId);
  const open = device === undefined ? 'none' : openSettings(device, caller);
  return device === undefined || open === 'none' ? null : { device, open };
}

/** The console's help pages. */
const learnLinks: Record<LearnLink, string> = {
  teamAlertLearnUrl: '/help/team-alert',
  teamAlertLearnUrlWatchFive: '/help/team-alert-watch-five',
};

/** The settings of a device as the caller sees them. */
export async function presentSettings(
  db: Database,
  { device, open }: DeviceWithSettings,
  caller: Caller,
): Promise<HandlerOutput<(typeof api)['settings']['getSettings']>> {
  const stored = await settingsOf(db, device.deviId);
  const { deviId, custId, dehaId, fiwaNum, announced, fenced } = device;
  const changeable = openSettings(device, caller.acting);
  const names = await namesOf(db, [...stored.values()]);
  const settings = open.map(({ key }) => ({
    ...presentSetting(key, stored.get(key), names),
    changeable: changeable !== 'none' && changeable.some((setting) => setting.key === key),
  }));
  const deviceEventSetups = caller.may('EVENT_SETUP', custId) ? await listInEffect(db, device) : null;
  const market = await marketOf(db, custId);
  return { deviId, dehaId, fiwaNum, announced, settings, fenced, market, deviceEventSetups, ...learnLinks };
}

const listInEffect = (db: Database, { deviId, custId }: SettingsDevice) =>
  db.transaction(async (tx) => {
    const assignmentId = await presentAssignmentId(tx, deviId);
    await reachAll(tx); // it may be that of a customer above
    return sourceInEffect(tx, { assignmentId, custId });
  });

type Names = ReadonlyMap<number, string | null>;

/** Of those who set the desired values. */
async function namesOf(db: Database, stored: readonly StoredSetting[]): Promise<Names> {
  const userIds = new Set(stored.flatMap(({ changed }) => changed?.userId ?? []));
  if (userIds.size === 0) return new Map();
  const rows = await queryRows<{ id: number; name: string | null }>(
    db,
    sql`select u.id, name_of_user(u.id) as name from unnest(${sql.param([...userIds])}::int[]) as u(id)`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const blank = { desired: null, reported: null, reportedAt: null, delivery: null, deviates: false, changed: null };

function presentSetting(
  key: string,
  stored: StoredSetting | undefined,
  names: Names,
): Omit<SettingState, 'changeable'> {
  if (stored === undefined) return { key, ...blank };
  const { desired, reported, reportedAt, delivery, deviates, changed } = stored;
  return {
    ...{ key, desired, reported, reportedAt, deviates },
    delivery: delivery && { state: delivery.state, reason: delivery.reason, at: delivery.at },
    changed: changed && { by: names.get(changed.userId ?? 0) ?? null, at: changed.at },
  };
}
