import type { SettingValue } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import type { Database } from '#platform/database.ts';
import { copyConsents } from '../accounts/consents.ts';
import { moveList } from '../notifications/lists.ts';
import { changeDevice } from './change-device.ts';
import { moveDeviceImage } from './device-images.ts';
import { moveNote, presentAssignmentId } from './device-note.ts';
import type { DeviceRecord } from './device-row.ts';
import { sendSettings, settingsOf, storeDesired } from './device-settings.ts';
import { beginAssignment } from './hand-over.ts';
import { protocolsOf } from './identities.ts';
import { moveKnownMacs } from './known-macs.ts';
import { settingsOfHardware, type WireGroups, wireGroupsWith } from './wire-groups.ts';

interface Replacement {
  device: DeviceRecord;
  unit: DeviceRecord;
  userId: number;
  at: Date;
}

/**
 * A unit replaces a device: it gets the device's customer, name, note, image, known access points, notification list, consents and the
 * settings that both have, and the device gets the unit's customer. Both begin a new assignment, so that each keeps its
 * own history. In the caller's transaction, which holds the locks of both.
 */
export async function replaceDevice(
  tx: Database,
  { device, unit, userId, at }: Replacement,
  wireGroups: WireGroups,
): Promise<{ device: DeviceRecord; unit: DeviceRecord }> {
  const noted = await presentAssignmentId(tx, device.deviId);
  await beginAssignment(tx, { deviId: unit.deviId, custId: device.custId, at, ahpId: device.ahpId });
  await moveDeviceImage(tx, device.deviId, unit.deviId);
  await beginAssignment(tx, { deviId: device.deviId, custId: unit.custId, at, ahpId: unit.ahpId });
  await moveNote(tx, noted, unit.deviId);
  await moveKnownMacs(tx, noted, unit.deviId);
  await moveList(tx, noted, {
    assignmentId: await presentAssignmentId(tx, unit.deviId),
    deviId: unit.deviId,
  });
  await copyConsents(tx, noted, await presentAssignmentId(tx, unit.deviId));
  const now = await changeDevice(tx, unit.deviId, wornBy(device));
  const values = await settingsTaken(tx, device, unit);
  if (values.size > 0) {
    const change = { deviId: unit.deviId, userId, at };
    const stored = await settingsOf(tx, unit.deviId);
    await storeDesired(tx, change, values);
    const wanted = { asked: values, stored, overridden: new Map(), protocols: await protocolsOf(tx, now) };
    for (const { keys, values: sent } of wireGroupsWith(now, wanted, wireGroups))
      await sendSettings(tx, change, sent, keys);
  }
  return {
    unit: now,
    device: await changeDevice(tx, device.deviId, { deviceName: device.deviceSerialNumber }),
  };
}

/** The columns of a device's row about its wearer. */
const wornBy = (device: DeviceRecord) => ({
  deviceName: device.deviceName,
  noteAddedAt: device.noteAddedAt,
  userTag: device.userTag,
  userImageAt: device.userImageAt,
  vardeAsReceiver: device.vardeAsReceiver,
  trainingApprovedBy: device.trainingApprovedBy,
  trainingApprovedAt: device.trainingApprovedAt,
});

/** A device's values, desired before reported, that the unit accepts. */
async function settingsTaken(
  tx: Database,
  device: DeviceRecord,
  unit: DeviceRecord,
): Promise<Map<string, SettingValue>> {
  const known = new Map(settingsOfHardware(unit).map((setting) => [setting.key as string, setting]));
  const taken = new Map<string, SettingValue>();
  for (const [key, { desired, reported }] of await settingsOf(tx, device.deviId)) {
    const [value, setting] = [desired ?? reported, known.get(key)];
    if (value !== null && setting !== undefined && validateSetting(setting, value) === null)
      taken.set(key, value);
  }
  return taken;
}

/** Settings of a device, by key, that the unit does not have. */
export async function settingsLost(
  db: Database,
  device: DeviceRecord,
  unit: DeviceRecord,
): Promise<string[]> {
  const taken = await settingsTaken(db, device, unit);
  const stored = await settingsOf(db, device.deviId);
  return [...stored].filter(([key, { desired }]) => desired !== null && !taken.has(key)).map(([key]) => key);
}
