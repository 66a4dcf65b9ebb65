import { hardwareById } from '@varde/catalogue/hardware/index';
import { type KnownSetting, settingsFor } from '@varde/catalogue/settings/settings-for';
import { autoTracking } from '@varde/catalogue/settings/tracking';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import { withoutOwnReports } from '@varde/catalogue/tracking-intervals';
import { presentValue, type SettingsDevice, type StoredSetting } from './device-settings.ts';

/**
 * For each protocol, the groups of settings that are sent in one command. The protocols define them; app.ts passes them
 * in, since features do not know protocols.
 */
export type WireGroups = Readonly<Record<string, readonly (readonly string[])[]>>;

/** The settings of a device by its hardware, its firmware and what it has announced; none for hardware that the catalogue does not know. */
export function settingsOfHardware({ dehaId, fiwaNum, announced }: SettingsDevice): KnownSetting[] {
  const hardware = hardwareById(dehaId);
  return hardware === undefined ? [] : settingsFor(hardware, fiwaNum, announced);
}

/** The report interval, which automatic tracking decides about as well. */
export const reportInterval = 'trackingInterval';

interface Wanted {
  /** The values to send, by key. */
  asked: ReadonlyMap<string, SettingValue>;
  stored: ReadonlyMap<string, StoredSetting>;
  /** Settings that keep these values for now, whatever their desired value. */
  overridden: ReadonlyMap<string, SettingValue>;
  /** The device's protocols: a setting is sent over the first one that has it (`protocolsOf`). */
  protocols: readonly string[];
  /** The report interval is that of a tracking, whatever the settings say. */
  tracked?: boolean;
}

/**
 * The wire groups that hold any of the `asked` settings: which of those are in each, and the values of the whole group.
 * A group is sent whole: the new value, else the present one (`presentValue`), else the default, also for a setting that
 * this hardware does not offer. One that can be omitted is so there, and where nobody knows its value: the device keeps its own.
 */
export function wireGroupsWith(
  device: SettingsDevice,
  { asked, stored, overridden, protocols, tracked = false }: Wanted,
  wireGroups: WireGroups,
): { keys: string[]; values: SettingValues }[] {
  const taken = new Set<string>();
  const reportsByItself = reportsItsPlace(device, asked.get(autoTracking.key) ?? stored.get(autoTracking.key)?.desired);
  const offered = new Map(settingsOfHardware(device).map((setting) => [setting.key as string, setting]));
  const present = (key: string) => {
    const setting = stored.get(key);
    const own = setting && presentValue(setting);
    const definition = offered.get(key) ?? settingByKey(key);
    const reports = key === reportInterval && !tracked ? reportsByItself : null;
    if (reports === false && !overridden.has(key)) return withoutOwnReports;
    const initial = definition?.omittedWhereAbsent && reports === null ? undefined : definition?.default;
    return overridden.get(key) ?? asked.get(key) ?? own ?? initial;
  };
  const isAsked = (key: string) => asked.has(key) || (key === reportInterval && asked.has(autoTracking.key));
  return protocols
    .flatMap((protocol) => wireGroups[protocol] ?? [])
    .map((group) => {
      const keys = group.filter((key) => isAsked(key) && !overridden.has(key) && !taken.has(key));
      for (const key of group) taken.add(key);
      const sent = group.filter((key) => offered.has(key) || !settingByKey(key)?.omittedWhereAbsent);
      return { keys, values: Object.fromEntries(sent.flatMap((key) => pair(key, present(key)))) };
    })
    .filter(({ keys }) => keys.length > 0);
}

/** Whether a device is to report its place by itself; null: nobody has said, so it does as it does. */
function reportsItsPlace({ fenced }: SettingsDevice, automatic: SettingValue | null | undefined): boolean | null {
  return typeof automatic === 'boolean' ? automatic || fenced : null;
}

const pair = (key: string, value: SettingValue | undefined): [string, SettingValue][] =>
  value === undefined ? [] : [[key, value]];
