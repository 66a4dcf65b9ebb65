import type { SettingValues } from '@varde/catalogue/settings/types';
import type { Database } from '#platform/database.ts';
import { type SettingsDevice, settingsOf } from '../devices/device-settings.ts';
import { type WireGroups, wireGroupsWith } from '../devices/wire-groups.ts';

const key = 'trackingInterval';
/** Seconds; what hardware has whose interval nobody can set. */
const usualInterval = 300;

/**
 * What a device is sent that shall report this often, in seconds; null: as often as its settings say. Other settings of
 * the same wire group go along, as they are.
 */
export async function trackingValues(
  tx: Database,
  device: SettingsDevice,
  wireGroups: WireGroups,
  interval: number | null,
): Promise<SettingValues> {
  const stored = await settingsOf(tx, device.deviId);
  const setting = stored.get(key);
  const seconds = interval ?? setting?.desired ?? setting?.reported ?? usualInterval;
  return wireGroupsWith(device, new Map([[key, seconds]]), stored, wireGroups)[0]?.values ?? {};
}
