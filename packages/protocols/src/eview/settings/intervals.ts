import type { SettingValue } from '@varde/catalogue/settings/types';
import { leastMinutesAtRest, withoutOwnReports } from '@varde/catalogue/tracking-intervals';
import type { SettingsGroup } from '../../settings-groups.ts';
import type { ConfigurationItem } from '../messages/configuration-items.ts';
import { isBetween, itemOf, lacking } from './items.ts';

/** Bit 31 of `heartbeat`: signs of life are on. */
const heartbeatOn = 0x8000_0000;

/** 28 days in minutes, the longest heartbeat of the vocabulary. */
const longestHeartbeat = 40_320;

/** A day: a device that reports this seldom goes back to it after it was tracked. */
const longestUpload = 86_400;

/** Of a device at rest, seconds. */
const shortestAtRest = leastMinutesAtRest * 60;

/**
 * Item 0x44, in seconds. `heartbeatInterval` in minutes, where 0 turns it off and leaves the interval unchanged;
 * `trackingInterval` in seconds. The tracking of a device overrides the latter, so it is sent with the other one; one whose
 * value is not known stays as the device has it. So does `lazyUpload`, the report interval of a device at rest, which Varde
 * has no setting for, unless it is shorter than it may be, or the device is to report nothing by itself, or was.
 */
export const intervals: SettingsGroup<ConfigurationItem> = {
  keys: ['heartbeatInterval', 'trackingInterval'],
  lacks: lacking('intervals'),
  encode: ({ heartbeatInterval: minutes, trackingInterval: seconds }, known) => {
    const before = itemOf('intervals', known);
    if (before === undefined) return null;
    const upload = seconds ?? before.upload;
    if (!isBetween(upload, 0, longestUpload)) return null;
    const heartbeat = minutes === undefined ? before.heartbeat : heartbeatOf(minutes, before.heartbeat);
    if (heartbeat === null) return null;
    return [{ ...before, heartbeat, upload, lazyUpload: atRest(upload, before.lazyUpload) }];
  },
  decode: (items) => {
    const item = itemOf('intervals', items);
    return item === undefined
      ? null
      : { heartbeatInterval: wholeMinutes(item.heartbeat), trackingInterval: item.upload };
  },
};

function atRest(upload: number, before: number): number {
  if (upload === withoutOwnReports) return withoutOwnReports;
  return before === withoutOwnReports ? shortestAtRest : Math.max(before, shortestAtRest);
}

function heartbeatOf(minutes: SettingValue, before: number): number | null {
  if (!isBetween(minutes, 0, longestHeartbeat)) return null;
  return minutes === 0 ? before % heartbeatOn : heartbeatOn + minutes * 60;
}

function wholeMinutes(heartbeat: number): number {
  return heartbeat < heartbeatOn ? 0 : Math.max(1, Math.round((heartbeat % heartbeatOn) / 60));
}
