import type { SettingKeyOf } from '@varde/catalogue/hardware/index';
import type { SettingValues } from '@varde/catalogue/settings/types';
import type { ConfigurationItem } from './messages/configuration-items.ts';

/** The settings that an EV-07B can be sent. */
export type EviewSettingKey = SettingKeyOf<'eview'>;

/** The value of item 0x44 (`intervals`), which carries several settings at once. Seconds. */
export interface Intervals {
  /** Bit 31: signs of life are on. */
  heartbeat: number;
  upload: number;
  /** How often a device reports that lies still; Varde has no setting for it and leaves it as it is. */
  lazyUpload: number;
}

const heartbeatOn = 0x8000_0000;

/**
 * What is sent for the parts of item 0x44 that neither the device has told nor the server has set on this
 * connection: the vocabulary's defaults, and the lazy interval of the captured report.
 */
export const defaultIntervals: Intervals = { heartbeat: heartbeatOn + 5 * 60, upload: 300, lazyUpload: 3600 };

interface Binding {
  /** Settings with the same group share an item on the wire: whoever writes one sends the desired value of all. */
  wireGroup: string;
  encode(intervals: Intervals, value: number): Intervals;
  decode(intervals: Intervals): number;
}

/** How each setting travels. A hardware entry that gains a setting without a line here does not compile. */
const bindings: { readonly [K in EviewSettingKey]: Binding } = {
  /** Minutes; 0 turns it off and leaves the interval as it was. */
  heartbeatInterval: {
    wireGroup: 'intervals',
    encode: (intervals, minutes) => ({
      ...intervals,
      heartbeat: minutes === 0 ? intervals.heartbeat % heartbeatOn : heartbeatOn + minutes * 60,
    }),
    decode: ({ heartbeat }) =>
      heartbeat < heartbeatOn ? 0 : Math.max(1, Math.round((heartbeat % heartbeatOn) / 60)),
  },
  /** Seconds. */
  trackingInterval: {
    wireGroup: 'intervals',
    encode: (intervals, seconds) => ({ ...intervals, upload: seconds }),
    decode: ({ upload }) => upload,
  },
};

/** Wire group of each setting, so that the server sends all the desired values of a group together. */
export const eviewWireGroups: Readonly<Record<EviewSettingKey, string>> = {
  heartbeatInterval: bindings.heartbeatInterval.wireGroup,
  trackingInterval: bindings.trackingInterval.wireGroup,
};

/** The intervals with these settings written into them, or the first key or value that cannot be sent. */
export function withSettings(
  base: Intervals,
  values: SettingValues,
): { intervals: Intervals } | { refused: string } {
  let intervals = base;
  for (const [key, value] of Object.entries(values)) {
    if (!isBound(key)) return { refused: `setting ${key} is unknown to this protocol` };
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > longest) {
      return { refused: `setting ${key} has a value that cannot be sent` };
    }
    intervals = bindings[key].encode(intervals, value);
  }
  return { intervals };
}

/** 28 days in minutes, the longest heartbeat of the vocabulary; every legal number of seconds is below it too. */
const longest = 40_320;

function isBound(key: string): key is EviewSettingKey {
  return Object.hasOwn(bindings, key);
}

/** The intervals that a configuration report holds, if it holds them. */
export function reportedIntervals(items: readonly ConfigurationItem[]): Intervals | undefined {
  const item = items.find((candidate) => candidate.type === 'intervals');
  return item && { heartbeat: item.heartbeat, upload: item.upload, lazyUpload: item.lazyUpload };
}

/** The settings that a configuration report holds, in Varde's words. */
export function reportedSettings(items: readonly ConfigurationItem[]): SettingValues | undefined {
  const intervals = reportedIntervals(items);
  if (!intervals) return undefined;
  return Object.fromEntries(Object.entries(bindings).map(([key, { decode }]) => [key, decode(intervals)]));
}
