import type { NotCarriedBy } from '@varde/catalogue/device-actions';
import type { DeviceCommand } from '@varde/catalogue/report';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { decodeSettings, encodeSettings } from '../settings-groups.ts';
import { escapeBytes } from './escape.ts';
import { textContent, type WatchContent } from './frame.ts';
import { fieldsOf } from './messages/fields.ts';
import { zoneField } from './settings/device.ts';
import { listAll } from './settings/extension.ts';
import { type WatchLine, watchSettings } from './settings.ts';

type StationCommand = Extract<DeviceCommand, { kind: 'connectBaseStation' | 'deleteSensor' }>;

/** The commands of protocol notes 2.4 whose fields are more than plain text, and the ones that Varde sends. */
export const watchCommand = {
  /** Rings for a minute. */
  find: () => textContent('FIND'),
  /** Positions every 20 seconds for three minutes. */
  locate: () => textContent('CR'),
  /** Measures heart rate and blood pressure once. */
  measure: () => textContent('hrtstart', '1'),
  /** Starts the watch again. */
  reset: () => textContent('RESET'),
  factory: () => textContent('FACTORY'),
  /** Its status, with some of its settings. */
  status: () => textContent('TS'),
  /** The settings of the extension. */
  listExtension: () => textContent('CFG', listAll),
  /** Emergency number in place 1, 2 or 3. */
  sosNumber: (place: 1 | 2 | 3, number: string) => textContent(`SOS${place}`, number),
  sosNumbers: (numbers: readonly [string, string, string]) => textContent('SOS', ...numbers),
  /** Text on the display, as UTF-16BE in hex. */
  message: (text: string) => textContent('MESSAGE', utf16Hex(text)),
  /** An AMR recording to play. */
  voice: (audio: Uint8Array): WatchContent => ({ word: 'TK', body: escapeBytes(audio) }),
  /** Language code of the maker, null to leave it unchanged, and minutes east of UTC. */
  languageAndZone: (language: number | null, offsetMinutes: number) =>
    textContent('LZ', language === null ? '' : String(language), zoneField(offsetMinutes)),
  /** Take the base station, or leave it. */
  station: ({ kind, gatewayId }: StationCommand) =>
    textContent(kind === 'connectBaseStation' ? 'BASE' : 'UNBASE', gatewayId),
  /** Any other command, in the maker's notation: `WORK,6-9,11-13`. */
  custom: (text: string) => {
    const [word = '', ...fields] = text.split(',');
    return textContent(word, ...fields);
  },
} as const;

/** A command as its word in upper case and its fields. */
export function lineOf({ word, body }: WatchContent): WatchLine {
  return { word: word.toUpperCase(), fields: fieldsOf(body) };
}

/**
 * A command of Varde as contents for the wire, in order of sending, or why a watch cannot do it. `isExtended`: the watch
 * has announced the extension for settings.
 */
export function encodeCommand(
  command: DeviceCommand,
  isExtended: boolean,
): readonly WatchContent[] | { reason: string } {
  switch (command.kind) {
    case 'readSettings':
      return isExtended ? [watchCommand.listExtension(), watchCommand.status()] : [watchCommand.status()];
    case 'findMe':
      return [watchCommand.find()];
    case 'locate':
    case 'scanWifi':
      return [watchCommand.locate()];
    case 'writeSettings':
    case 'startTracking':
    case 'stopTracking':
      return settingsContents(command.values);
    case 'message':
      return [watchCommand.message(command.text)];
    // One measurement has both (docs/protocols/watch-health.md).
    case 'requestHeartRate':
    case 'requestBloodPressure':
      return [watchCommand.measure()];
    case 'reboot':
      return [watchCommand.reset()];
    case 'factoryReset':
      return [watchCommand.factory()];
    case 'connectBaseStation':
    case 'deleteSensor':
      return isExtended ? [watchCommand.station(command)] : { reason: 'noExtension' };
    default:
      return notCarried(command);
  }
}

/** A missing command of the catalogue's watch entries does not compile here. */
function notCarried(_command: NotCarriedBy<'watch'>): { reason: string } {
  return { reason: 'noSuchCommand' };
}

function settingsContents(values: SettingValues): readonly WatchContent[] | { reason: string } {
  const encoded = encodeSettings(watchSettings, values, []);
  return 'reason' in encoded ? encoded : encoded.pieces.map(({ word, fields }) => textContent(word, ...fields));
}

/** A command as the watch decodes it; null for words that Varde never sends and for illegal fields. */
export function decodeCommand({ word, body }: WatchContent): DeviceCommand | null {
  const upper = word.toUpperCase();
  if (upper === 'FIND') return { kind: 'findMe' };
  if (upper === 'CR') return { kind: 'locate' };
  if (upper === 'RESET') return { kind: 'reboot' };
  if (upper === 'FACTORY') return { kind: 'factoryReset' };
  if (upper === 'TS') return { kind: 'readSettings' };
  if (upper === 'HRTSTART' && fieldsOf(body)[0] === '1') return { kind: 'requestBloodPressure' };
  const [gatewayId] = fieldsOf(body);
  if (upper === 'BASE' && gatewayId) return { kind: 'connectBaseStation', gatewayId };
  if (upper === 'UNBASE' && gatewayId) return { kind: 'deleteSensor', gatewayId };
  if (upper === 'MESSAGE') return decodeMessage(body);
  const values = decodeSettings(watchSettings, [lineOf({ word, body })]);
  return Object.keys(values).length > 0 ? { kind: 'writeSettings', values } : null;
}

function decodeMessage(body: WatchContent['body']): DeviceCommand | null {
  const hex = fieldsOf(body)[0] ?? '';
  if (!/^([\da-f]{4})+$/i.test(hex)) return null;
  const units = hex.match(/.{4}/g) ?? [];
  return { kind: 'message', text: String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16))) };
}

function utf16Hex(text: string): string {
  let hex = '';
  for (let at = 0; at < text.length; at++) hex += text.charCodeAt(at).toString(16).padStart(4, '0');
  return hex;
}
