import type { SettingValue } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import type { Database } from '#platform/database/database.ts';
import { copyConsents } from '../accounts/consents.ts';
import { sendSettings } from '../commands/send-settings.ts';
import { changeDevice } from '../devices/change-device.ts';
import { moveDeviceImage } from '../devices/device-images.ts';
import { moveNote, presentAssignmentId } from '../devices/device-note.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { protocolsOf } from '../devices/identities.ts';
import { moveIndoorLocations } from '../devices/indoor-locations.ts';
import { moveKnownMacs } from '../devices/known-macs.ts';
import { moveFences } from '../geofences/geofences.ts';
import { moveList } from '../notifications/lists.ts';
import { settingsOf, storeDesired } from '../settings/device-settings.ts';
import { personalSettings } from '../settings/personal-settings.ts';
import { settingsOfHardware, type WireGroups, wireGroupsWith } from '../settings/wire-groups.ts';

/** Who asks that another device is the wearer's, and when. */
export interface MoveRequest {
  userId: number;
  at: Date;
}

/**
 * Everything of a wearer goes from the present assignment of a device to that of another one, and replaces what was
 * there: note, image, known access points, geofences, indoor locations, notification list, the columns of `wornBy`, the consents that count, and the
 * settings that both devices have. In the caller's transaction, which holds the locks of both. Returns the row of `to`.
 */
export async function moveWearer(
  tx: Database,
  { from, to }: { from: DeviceRecord; to: DeviceRecord },
  request: MoveRequest,
  wireGroups: WireGroups,
): Promise<DeviceRecord> {
  const [worn, assignmentId] = [await presentAssignmentId(tx, from.deviId), await presentAssignmentId(tx, to.deviId)];
  await moveNote(tx, worn, to.deviId);
  await moveDeviceImage(tx, from.deviId, to.deviId);
  await moveKnownMacs(tx, worn, to.deviId);
  await moveIndoorLocations(tx, worn, to.deviId);
  await moveFences(tx, worn, to.deviId);
  await moveList(tx, worn, { assignmentId, deviId: to.deviId });
  await copyConsents(tx, worn, assignmentId);
  await takeSettings(tx, { from, to }, request, wireGroups);
  return changeDevice(tx, to.deviId, wornBy(from));
}

/** The columns of a device's row about its wearer. */
export const wornBy = (device: DeviceRecord) => ({
  deviceName: device.deviceName,
  noteAddedAt: device.noteAddedAt,
  userTag: device.userTag,
  userImageAt: device.userImageAt,
  ahpId: device.ahpId,
  vardeAsReceiver: device.vardeAsReceiver,
  trainingApprovedBy: device.trainingApprovedBy,
  trainingApprovedAt: device.trainingApprovedAt,
  activeAt: device.activeAt,
});

async function takeSettings(
  tx: Database,
  { from, to }: { from: DeviceRecord; to: DeviceRecord },
  request: MoveRequest,
  wireGroups: WireGroups,
): Promise<void> {
  const values = await settingsTaken(tx, from, to);
  if (values.size === 0) return;
  const change = { ...request, deviId: to.deviId };
  const stored = await settingsOf(tx, to.deviId);
  await storeDesired(tx, change, values);
  const wanted = { asked: values, stored, overridden: new Map(), protocols: await protocolsOf(tx, to) };
  for (const { keys, values: sent } of wireGroupsWith(to, wanted, wireGroups))
    await sendSettings(tx, change, sent, keys);
}

/**
 * The values that somebody has chosen for a device, and those about the wearer that it has without (as numbers that were
 * set by SMS), as far as the other one accepts them. What is about the wearer, and the device has no value of, is not left
 * as the other one has it.
 */
async function settingsTaken(tx: Database, from: DeviceRecord, to: DeviceRecord): Promise<Map<string, SettingValue>> {
  const known = new Map(settingsOfHardware(to).map((setting) => [setting.key as string, setting]));
  const taken = new Map<string, SettingValue>();
  for (const [key, { desired, reported }] of await settingsOf(tx, from.deviId)) {
    const [value, setting] = [desired ?? (personalSettings.includes(key) ? reported : null), known.get(key)];
    if (value !== null && setting !== undefined && validateSetting(setting, value) === null) taken.set(key, value);
  }
  for (const key of (await settingsOf(tx, to.deviId)).keys()) {
    const setting = known.get(key);
    if (setting?.ofWearer && !taken.has(key)) taken.set(key, setting.default);
  }
  return taken;
}

/** Settings of a device, by key, that the other one does not have. */
export async function settingsLost(db: Database, from: DeviceRecord, to: DeviceRecord): Promise<string[]> {
  const taken = await settingsTaken(db, from, to);
  const stored = await settingsOf(db, from.deviId);
  return [...stored].filter(([key, { desired }]) => desired !== null && !taken.has(key)).map(([key]) => key);
}
