import { isAvailable } from '@varde/catalogue/settings/conditions';
import { savedValues } from '@varde/catalogue/settings/saved-values';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import { defaultsOf } from '#domain/settings/default-settings.ts';
import { type SettingsDevice, settingsOf } from '#domain/settings/device-settings.ts';
import { settingsOfHardware } from '#domain/settings/wire-groups.ts';
import type { Database } from '#platform/database/database.ts';
import { askedValues, presentValues } from './asked-values.ts';

/**
 * The default values that a device can have: those of settings that are open to the caller, that its hardware and
 * firmware accept, and that no other setting excludes once all of them are set.
 */
export async function defaultsFor(
  db: Database,
  device: SettingsDevice,
  open: readonly KnownSetting[],
): Promise<SettingValues> {
  const defaults = await defaultsOf(db, device);
  const possible = open.flatMap((setting) => {
    const { own = null, inherited = null } = defaults.get(setting.key) ?? {};
    const value = own ?? inherited?.value ?? null;
    const isPossible = value !== null && validateSetting(setting, value) === null;
    return isPossible ? [[setting.key, value] as const] : [];
  });
  const known = settingsOfHardware(device);
  const present = presentValues(known, await settingsOf(db, device.deviId));
  return availableTogether(known, present, Object.fromEntries(possible));
}

/** Without the values whose setting is excluded when all of them are set. */
function availableTogether(
  known: readonly KnownSetting[],
  present: SettingValues,
  given: SettingValues,
): SettingValues {
  const after = { ...present, ...savedValues(known, present, given) };
  const excluded = known.filter((setting) => setting.key in given && !isAvailable(setting, after));
  if (excluded.length === 0) return given;
  const isKept = ([key]: [string, SettingValue]) => !excluded.some((setting) => setting.key === key);
  return availableTogether(known, present, Object.fromEntries(Object.entries(given).filter(isKept)));
}

/** How many settings of the device its defaults would change. */
export async function changesByDefaults(
  db: Database,
  device: SettingsDevice,
  open: readonly KnownSetting[],
): Promise<number> {
  const values = await defaultsFor(db, device, open);
  const stored = await settingsOf(db, device.deviId);
  return askedValues(values, { known: settingsOfHardware(device), open, stored }).size;
}
