import type { SettingValues } from '@varde/catalogue/settings/types';
import { decodeSettings } from '../../settings-groups.ts';
import type { ConfigEntry } from '../messages/message.ts';
import { watchSettings } from '../settings.ts';
import type { WatchLine } from './line.ts';

/** What a watch says of itself in `CONFIG`: settings, what it can, and the rest. */
export interface ConfigReport {
  settings: SettingValues;
  /** It has the extension for settings (docs/protocols/extension.md). */
  isExtended: boolean;
  /** The main firmware number, which a watch with the extension tells. */
  firmware: number | undefined;
  rest: readonly ConfigEntry[];
}

/** `UL` is the report interval in seconds, `CFG` announces the extension, with the firmware number. */
export function readConfig(entries: readonly ConfigEntry[]): ConfigReport {
  const entryOf = (name: string) => entries.find(({ key }) => key.toUpperCase() === name);
  const [interval, extension] = [entryOf('UL'), entryOf('CFG')];
  const settings = interval ? decodeSettings(watchSettings, [{ word: 'UPLOAD', fields: [interval.value] }]) : {};
  const isRead = Object.keys(settings).length > 0;
  return {
    settings,
    isExtended: extension !== undefined,
    firmware: /^\d{1,4}$/.test(extension?.value ?? '') ? Number(extension?.value) : undefined,
    rest: entries.filter((entry) => entry !== extension && (entry !== interval || !isRead)),
  };
}

/** The settings that `TS` tells, which proves what commands have set. */
export const readable: ReadonlySet<string> = new Set(['trackingInterval', 'ringingOn', 'vibrationOn', 'timeZone']);

/** The status text: `ver:…;upload:600S;language:0;zone:+1;profile:1;`, with the secrets of the watch left out of `shown`. */
export function readStatus(text: string): { settings: SettingValues; shown: string } {
  const entries = text.split(';');
  const statusOf = (name: string) =>
    entries
      .map((entry) => entry.split(':'))
      .find(([key = '']) => key.trim().toLowerCase() === name)?.[1]
      ?.trim();
  const [upload, language = '', zone, profile] = ['upload', 'language', 'zone', 'profile'].map(statusOf);
  const lines: WatchLine[] = [
    ...(upload === undefined ? [] : [{ word: 'UPLOAD', fields: [upload.replace(/s$/i, '')] }]),
    ...(zone === undefined ? [] : [{ word: 'LZ', fields: [language, zone] }]),
    ...(profile === undefined ? [] : [{ word: 'PROFILE', fields: [profile] }]),
  ];
  const shown = entries.filter((entry) => !/^\s*pw\s*:/i.test(entry)).join(';');
  return { settings: decodeSettings(watchSettings, lines), shown };
}
