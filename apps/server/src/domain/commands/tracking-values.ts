import { trackingMinutes } from '@varde/catalogue/device-actions';
import type { DeviceCommand } from '@varde/catalogue/report';
import { autoTracking } from '@varde/catalogue/settings/tracking';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { withoutOwnReports } from '@varde/catalogue/tracking-intervals';
import type { Database } from '#platform/database/database.ts';
import { protocolsOf } from '../devices/identities.ts';
import { presentValue, type SettingsDevice, settingsOf } from '../settings/device-settings.ts';
import { reportInterval as key, type WireGroups, wireGroupsWith } from '../settings/wire-groups.ts';
import { latestTracking } from './commands.ts';
import { sendSettings } from './send-settings.ts';

/** Seconds; the interval of hardware without a setting for it. */
const usualInterval = 300;
/** Default report interval during tracking, seconds. */
const shortestInterval = 60;

/** For a start only: duration in minutes, and report interval in seconds. */
export interface TrackingOrder {
  kind: 'startTracking' | 'stopTracking';
  minutes?: number | undefined;
  interval?: number | undefined;
}

/** The command that begins or ends tracking. Without values a start takes those of the hardware. */
export async function trackingCommand(
  tx: Database,
  device: SettingsDevice,
  { kind, minutes, interval }: TrackingOrder,
  wireGroups: WireGroups,
): Promise<Extract<DeviceCommand, { kind: TrackingOrder['kind'] }>> {
  if (kind === 'stopTracking') return { kind, values: await trackingValues(tx, device, wireGroups, null) };
  return {
    kind,
    minutes: trackingMinutes(device.dehaId, minutes),
    values: await trackingValues(tx, device, wireGroups, interval ?? shortestInterval),
  };
}

/**
 * The values to send to a device so that it reports at this interval, in seconds; null: at the interval of its
 * settings. Other settings of the same wire group are included unchanged.
 */
async function trackingValues(
  tx: Database,
  device: SettingsDevice,
  wireGroups: WireGroups,
  interval: number | null,
): Promise<SettingValues> {
  const stored = await settingsOf(tx, device.deviId);
  const setting = stored.get(key);
  const seconds = interval ?? (setting && presentValue(setting)) ?? usualInterval;
  const asked = new Map([[key, seconds]]);
  const wanted = {
    asked,
    stored,
    overridden: new Map(),
    protocols: await protocolsOf(tx, device),
    tracked: interval !== null,
  };
  return wireGroupsWith(device, wanted, wireGroups)[0]?.values ?? {};
}

/**
 * The settings that tracking overrides, with the values that the device has during it: empty unless it is tracked, or
 * an unanswered command is about to start tracking.
 */
export async function overriddenByTracking(
  tx: Database,
  { deviId, trackingUntil }: SettingsDevice,
): Promise<Map<string, SettingValue>> {
  const last = await latestTracking(tx, deviId);
  if (last?.command.kind !== 'startTracking') return new Map();
  if (last.state === 'confirmed' && trackingUntil === null) return new Map();
  const interval = last.command.values[key];
  return new Map(interval === undefined ? [] : [[key, interval]]);
}

/** Settings reported by a device, without a report interval that is none of its settings: of a tracking, or of no reports. */
export function ownSettings(values: SettingValues, isTracked: boolean): SettingValues {
  const { [key]: interval, ...settings } = values;
  return isTracked || interval === withoutOwnReports ? settings : values;
}

/** The interval that automatic tracking and the fences of the device ask for, after one of them has changed. */
export async function sendReportInterval(
  tx: Database,
  device: SettingsDevice,
  { userId, at }: { userId: number | null; at: Date },
  wireGroups: WireGroups,
): Promise<void> {
  const { deviId } = device;
  const stored = await settingsOf(tx, deviId);
  const automatic = stored.get(autoTracking.key)?.desired ?? null;
  if (automatic === null) return;
  const asked = new Map([[autoTracking.key, automatic]]);
  const overridden = await overriddenByTracking(tx, device);
  const wanted = { asked, stored, overridden, protocols: await protocolsOf(tx, device) };
  for (const { keys, values } of wireGroupsWith(device, wanted, wireGroups))
    await sendSettings(tx, { deviId, userId, at }, values, keys);
}
