import type { SettingsGroup } from '../../settings-groups.ts';
import type { ConfigurationItem } from '../messages/configuration-items.ts';
import { isBetween, itemOf } from './items.ts';

/**
 * Item 0x44, in seconds. Bit 31 of `heartbeat`: signs of life are on. `lazyUpload` is the report interval of a device
 * at rest; Varde has no setting for it and leaves it unchanged.
 */
type Intervals = Extract<ConfigurationItem, { type: 'intervals' }>;

const heartbeatOn = 0x8000_0000;

/**
 * Initial values of the parts of item 0x44 that were neither reported nor set on this connection: the vocabulary's
 * defaults, and the lazy interval of the captured report.
 */
const defaultIntervals: Intervals = {
  type: 'intervals',
  heartbeat: heartbeatOn + 5 * 60,
  upload: 300,
  lazyUpload: 3600,
};

/** 28 days in minutes, the longest heartbeat of the vocabulary. */
const longestHeartbeat = 40_320;

/** A day: a device that reports this seldom goes back to it after it was tracked. */
const longestUpload = 86_400;

/**
 * `heartbeatInterval` in minutes, where 0 turns it off and leaves the interval unchanged; `trackingInterval` in
 * seconds. The tracking of a device overrides the latter, so it is sent with the other one.
 */
export const intervals: SettingsGroup<ConfigurationItem> = {
  keys: ['heartbeatInterval', 'trackingInterval'],
  encode: ({ heartbeatInterval: minutes, trackingInterval: seconds }, known) => {
    if (!isBetween(minutes, 0, longestHeartbeat) || !isBetween(seconds, 0, longestUpload)) return null;
    const before = itemOf('intervals', known) ?? defaultIntervals;
    const heartbeat = minutes === 0 ? before.heartbeat % heartbeatOn : heartbeatOn + minutes * 60;
    return [{ ...before, heartbeat, upload: seconds }];
  },
  decode: (items) => {
    const item = itemOf('intervals', items);
    return item === undefined
      ? null
      : { heartbeatInterval: wholeMinutes(item.heartbeat), trackingInterval: item.upload };
  },
};

function wholeMinutes(heartbeat: number): number {
  return heartbeat < heartbeatOn ? 0 : Math.max(1, Math.round((heartbeat % heartbeatOn) / 60));
}
