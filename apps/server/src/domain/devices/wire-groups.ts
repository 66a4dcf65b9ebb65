import { hardwareById } from '@varde/catalogue/hardware/index';
import { type KnownSetting, settingsFor } from '@varde/catalogue/settings/settings-for';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import type { SettingsDevice, StoredSetting } from './device-settings.ts';

/**
 * For each protocol, which settings travel in one command. A setting that is not named travels alone. The facts are
 * the protocols'; app.ts hands them over, since features do not know protocols.
 */
export type WireGroups = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The settings of a device's hardware and firmware; none for hardware that the catalogue does not know. */
export function settingsOfHardware({ dehaId, fiwaNum }: SettingsDevice): KnownSetting[] {
  const hardware = hardwareById(dehaId);
  return hardware === undefined ? [] : settingsFor(hardware, fiwaNum);
}

/**
 * The wire groups that hold any of the settings `asked` for: which of those are in it, and the values of the whole
 * group. A group is sent whole: what is asked for now or before, else what the device has, else the default.
 */
export function wireGroupsWith(
  device: SettingsDevice,
  asked: ReadonlyMap<string, SettingValue>,
  stored: ReadonlyMap<string, StoredSetting>,
  wireGroups: WireGroups,
): { keys: string[]; values: SettingValues }[] {
  const known = settingsOfHardware(device);
  const groups = wireGroups[hardwareById(device.dehaId)?.protocol ?? ''] ?? {};
  const groupOf = (key: string) => (Object.hasOwn(groups, key) ? (groups[key] ?? key) : key);
  return [...new Set([...asked.keys()].map(groupOf))].map((group) => {
    const members = known.filter(({ key }) => groupOf(key) === group);
    const keys = [...asked.keys()].filter((key) => groupOf(key) === group);
    const present = members.map(({ key, default: initial }) => [
      key,
      stored.get(key)?.desired ?? stored.get(key)?.reported ?? initial,
    ]);
    return { keys, values: { ...Object.fromEntries(present), ...pick(asked, keys) } };
  });
}

const pick = (values: ReadonlyMap<string, SettingValue>, keys: readonly string[]) =>
  Object.fromEntries([...values].filter(([key]) => keys.includes(key)));
