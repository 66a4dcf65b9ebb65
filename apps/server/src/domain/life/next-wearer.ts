import { sameValue } from '@varde/catalogue/settings/same-value';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingValue } from '@varde/catalogue/settings/types';
import type { Database } from '#platform/database/database.ts';
import { sendSettings } from '../commands/send-settings.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { protocolsOf } from '../devices/identities.ts';
import { type StoredSetting, settingsOf, storeDesired } from '../settings/device-settings.ts';
import { personalSettings } from '../settings/personal-settings.ts';
import { settingsOfHardware, type WireGroups, wireGroupsWith } from '../settings/wire-groups.ts';
import { beginAssignment, type NextAssignment } from './begin-assignment.ts';

/**
 * Gives a device to its next wearer, or back to the stock: begins an assignment, and clears in the device itself the
 * telephone numbers and the other settings about the former one, whenever it makes contact: it would call them in an alarm.
 * The next one's form shows how far that has come. In the caller's transaction, which holds the device's lock.
 */
export async function nextWearer(tx: Database, next: NextAssignment, wireGroups: WireGroups): Promise<DeviceRecord> {
  const before = await settingsOf(tx, next.deviId);
  const device = await beginAssignment(tx, next);
  const cleared = new Map<string, SettingValue>(
    settingsOfHardware(device)
      .filter((setting) => isHeld(setting, before.get(setting.key)))
      .map((setting) => [setting.key, setting.default]),
  );
  if (cleared.size === 0) return device;
  const change = { deviId: next.deviId, userId: null, at: next.at };
  const stored = await settingsOf(tx, next.deviId);
  await storeDesired(tx, change, cleared);
  const wanted = { asked: cleared, stored, overridden: new Map(), protocols: await protocolsOf(tx, device) };
  for (const { keys, values } of wireGroupsWith(device, wanted, wireGroups))
    await sendSettings(tx, { ...change, lasts: true }, values, keys);
  return device;
}

/** Whether the device has a value about its wearer, or may still have one that it was to forget before. */
function isHeld(setting: KnownSetting, stored: StoredSetting | undefined): boolean {
  if (stored === undefined || setting.keptByServer || !personalSettings.includes(setting.key)) return false;
  const { desired, reported, delivery } = stored;
  const differs = (value: SettingValue | null) => value !== null && !sameValue(setting, value, setting.default);
  return differs(desired) || differs(reported) || (desired !== null && delivery?.state !== 'confirmed');
}
