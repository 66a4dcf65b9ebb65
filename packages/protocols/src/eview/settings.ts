import type { SettingKeyOf } from '@varde/catalogue/hardware/index';
import type { SettingValue } from '@varde/catalogue/settings/types';
import type { SettingsBindings, SettingsGroup } from '../settings-groups.ts';
import type { ConfigurationItem } from './messages/configuration-items.ts';

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

/**
 * `heartbeatInterval` in minutes, where 0 turns it off and leaves the interval unchanged; `trackingInterval` in
 * seconds.
 */
const intervals: SettingsGroup<ConfigurationItem> = {
  keys: ['heartbeatInterval', 'trackingInterval'],
  encode: ({ heartbeatInterval: minutes, trackingInterval: seconds }, known) => {
    if (!isLength(minutes) || !isLength(seconds)) return null;
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

/** Flags of items 0x55 and 0x56. The other bits are no settings, and stay as reported. */
const alertOn = 0x80;
const levelBits = 0x0f;

const fall: SettingsGroup<ConfigurationItem> = {
  keys: ['fallDownAlert', 'fallDownLevel'],
  encode: ({ fallDownAlert: on, fallDownLevel: level }, known) => {
    if (typeof on !== 'boolean' || !isBetween(level, 1, 9)) return null;
    const others = (itemOf('fallAlert', known)?.flags ?? 0) & ~(alertOn | levelBits);
    return [{ type: 'fallAlert', flags: (on ? alertOn : 0) | others | level }];
  },
  decode: (items) => {
    const item = itemOf('fallAlert', items);
    const fallDownLevel = (item?.flags ?? 0) & levelBits;
    if (item === undefined || !isBetween(fallDownLevel, 1, 9)) return null;
    return { fallDownAlert: (item.flags & alertOn) !== 0, fallDownLevel };
  },
};

const tilt: SettingsGroup<ConfigurationItem> = {
  keys: ['tiltAlert', 'tiltAngle', 'tiltTime'],
  encode: ({ tiltAlert: on, tiltAngle: angle, tiltTime: time }, known) => {
    if (typeof on !== 'boolean' || !isBetween(angle, 0, 90) || !isBetween(time, 1, 3600)) return null;
    const others = (itemOf('tiltAlert', known)?.flags ?? 0) & ~alertOn;
    return [{ type: 'tiltAlert', time, angle, flags: (on ? alertOn : 0) | others }];
  },
  decode: (items) => {
    const item = itemOf('tiltAlert', items);
    if (item === undefined || !isBetween(item.angle, 0, 90) || !isBetween(item.time, 1, 3600)) return null;
    return { tiltAlert: (item.flags & alertOn) !== 0, tiltAngle: item.angle, tiltTime: item.time };
  },
};

/** Item 0x12. */
const speaker: SettingsGroup<ConfigurationItem> = {
  keys: ['volumeLevel'],
  encode: ({ volumeLevel: value }) => (isBetween(value, 0, 100) ? [{ type: 'speakerVolume', value }] : null),
  decode: (items) => {
    const volumeLevel = itemOf('speakerVolume', items)?.value;
    return isBetween(volumeLevel, 0, 100) ? { volumeLevel } : null;
  },
};

/** Item 0x11. */
const microphone: SettingsGroup<ConfigurationItem> = {
  keys: ['twoWayMic'],
  encode: ({ twoWayMic: value }) => (isBetween(value, 0, 15) ? [{ type: 'microphoneVolume', value }] : null),
  decode: (items) => {
    const twoWayMic = itemOf('microphoneVolume', items)?.value;
    return isBetween(twoWayMic, 0, 15) ? { twoWayMic } : null;
  },
};

/** The encoding of each setting. A hardware entry that gains a setting without a line here does not compile. */
export const eviewSettings: SettingsBindings<ConfigurationItem, SettingKeyOf<'eview'>> = {
  heartbeatInterval: intervals,
  trackingInterval: intervals,
  fallDownAlert: fall,
  fallDownLevel: fall,
  tiltAlert: tilt,
  tiltAngle: tilt,
  tiltTime: tilt,
  volumeLevel: speaker,
  twoWayMic: microphone,
};

/** The items that hold settings. */
const settingTypes = ['intervals', 'fallAlert', 'tiltAlert', 'speakerVolume', 'microphoneVolume'] as const;
type SettingType = (typeof settingTypes)[number];
export type SettingItem = Extract<ConfigurationItem, { type: SettingType }>;

/** The items with settings, as last reported or written: `later` ones in the place of `known` ones. */
export function withLater(known: readonly SettingItem[], later: readonly ConfigurationItem[]): readonly SettingItem[] {
  const found = settingTypes.flatMap((type) => itemOf(type, later) ?? itemOf(type, known) ?? []);
  return found.every((item) => known.includes(item)) ? known : found;
}

function itemOf<T extends SettingType>(
  type: T,
  items: readonly ConfigurationItem[],
): Extract<ConfigurationItem, { type: T }> | undefined {
  return items.find((item): item is Extract<ConfigurationItem, { type: T }> => item.type === type);
}

const isBetween = (value: SettingValue | undefined, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

function wholeMinutes(heartbeat: number): number {
  return heartbeat < heartbeatOn ? 0 : Math.max(1, Math.round((heartbeat % heartbeatOn) / 60));
}

/** 28 days in minutes, the longest heartbeat of the vocabulary; every legal number of seconds is below it too. */
const longest = 40_320;

const isLength = (value: SettingValue | undefined): value is number => isBetween(value, 0, longest);
