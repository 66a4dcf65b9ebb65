import { type MessageTypeId, metyId } from '@varde/catalogue/message-types';
import type { Confirmation, DeviceReport, Sample } from '@varde/catalogue/report';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { KeptFields } from '../kept-fields.ts';
import { present } from '../present.ts';
import { printable } from '../printable.ts';
import { completeSample } from '../report-limits.ts';
import { decodeSettings } from '../settings-groups.ts';
import { readBaseStations, sensorsOfStations } from './base-stations.ts';
import { fixSample } from './fix-sample.ts';
import { healthSample, isHealthMessage } from './health-sample.ts';
import type { LinkKeep, MessageOf, WatchMessage } from './messages/message.ts';
import { listAll } from './settings/extension.ts';
import { readConfig, readStatus } from './settings/reports.ts';
import { type WatchLine, watchSettings } from './settings.ts';

const contactOnly = { events: [], at: null, historical: false } as const;

/** The meaning of a message, as processing takes it. */
export function watchReport(message: WatchMessage): DeviceReport {
  if (isHealthMessage(message)) return samples(healthSample(message));
  switch (message.type) {
    case 'position':
      return samples(fixSample(message));
    case 'linkKeep':
      return samples(linkKeepSample(message));
    case 'init':
      return samples({ ...contactOnly, events: [], metyId: metyId.heartbeat });
    case 'voiceQuery':
      return samples();
    // A recording is personal, and Varde does not play it: only its size is kept.
    case 'voice':
    case 'voicePiece':
      return samples(unread(message.word, `${message.audio.length} bytes`));
    case 'photo':
      return samples(unread(message.word, `${message.jpeg.length} bytes`));
    case 'config':
      return configReport(message);
    case 'information':
      if (/^BASES$/i.test(message.word)) return stationsReport(message.text ?? '');
      if (/^MSG$/i.test(message.word)) return samples(displaySample(message));
      return samples({ ...unread(message.word, message.text ?? ''), metyId: metyId.settingsReport });
    case 'confirmation':
      return confirmationReport(message);
    case 'unknown':
      return samples(unread(message.word, message.text ?? ''));
  }
}

function samples(...list: Sample[]): DeviceReport {
  return { samples: list, confirmations: [] };
}

function linkKeepSample({ word, steps, tumbles, battery, unread }: LinkKeep): Sample {
  const kept = new KeptFields();
  if (unread !== undefined) kept.keepAs(word, unread);
  const level = kept.within('battery', battery);
  if (tumbles) kept.keep('tumbles', tumbles);
  const sample = present({
    ...contactOnly,
    events: [],
    metyId: metyId.heartbeat,
    battery: level === undefined ? undefined : { level },
    steps,
  });
  return completeSample(sample, kept);
}

const displayStates = new Map<string, MessageTypeId>([
  ['shown', metyId.messageDelivered],
  ['read', metyId.messageRead],
]);

/** What became of a message on the display (docs/protocols/extension.md); another word for it is kept for the log. */
function displaySample({ word, text }: MessageOf<'information'>): Sample {
  const type = displayStates.get((text ?? '').trim().toLowerCase());
  if (type === undefined) return unread(word, text ?? '');
  return { ...contactOnly, events: [{ metyId: type, code: word, at: null }], metyId: type };
}

function configReport({ entries }: MessageOf<'config'>): DeviceReport {
  const { settings, isExtended, firmware, rest } = readConfig(entries);
  const kept = new KeptFields();
  for (const { key, value } of rest) kept.keepAs(key, value);
  const sample: Sample = { ...contactOnly, events: [], metyId: metyId.settingsReport };
  return {
    ...samples(completeSample(sample, kept)),
    ...withSettings(settings),
    ...(firmware !== undefined && { firmware }),
    announces: isExtended ? ['extension'] : [],
  };
}

const withSettings = (settings: SettingValues) => (Object.keys(settings).length > 0 ? { settings } : {});

function confirmationReport(message: MessageOf<'confirmation'>): DeviceReport {
  const { word, text } = message;
  if (/^CFG$/i.test(word)) return extensionReport(text ?? '');
  if (/^(UN)?BASE$/i.test(word)) return stationAnswer(word.toUpperCase(), text ?? '');
  const confirmations = [confirmation(message)];
  if (!text || !/^(VERNO|TS)$/i.test(word)) return { samples: [], confirmations };
  return { ...statusReport(word, text), confirmations };
}

/** The answers to `VERNO` and `TS` hold the firmware version, and the latter settings. They are kept in the log. */
function statusReport(word: string, text: string): Omit<DeviceReport, 'confirmations'> {
  const firmware = firmwareNumber(text);
  const { settings, shown } = readStatus(text);
  return {
    samples: [{ ...unread(word, shown), metyId: metyId.settingsReport }],
    ...(firmware !== undefined && { firmware }),
    ...withSettings(settings),
  };
}

/** The values that a watch has read back (docs/protocols/extension.md): without one it has refused the setting. */
function extensionReport(text: string): DeviceReport {
  const line: WatchLine = { word: 'CFG', fields: text.split(',') };
  const settings = decodeSettings(watchSettings, [line]);
  const [first = ''] = line.fields;
  const ok = first === listAll || Object.hasOwn(settings, first);
  const confirmations = [{ ref: refOf(line), ok, ...(ok ? {} : { detail: printable(text) }) }];
  return { samples: [], confirmations, ...withSettings(settings) };
}

/** The base stations that the watch hears, and has. */
function stationsReport(text: string): DeviceReport {
  const kept = new KeptFields();
  const sensors = sensorsOfStations(readBaseStations(text, kept));
  const sample = completeSample({ ...contactOnly, events: [], metyId: metyId.heartbeat }, kept);
  const report = sample.unknown === undefined ? samples() : samples(sample);
  return Object.keys(sensors).length > 0 ? { ...report, sensors } : report;
}

/** The answer to `BASE` says how it is with that base station now: one that is only heard was not connected. */
function stationAnswer(word: string, text: string): DeviceReport {
  const [station] = readBaseStations(text, new KeptFields());
  const ref = refOf({ word, fields: text.split(',') });
  const ok = word === 'UNBASE' ? station?.state !== 'connected' : station !== undefined && station.state !== 'heard';
  const confirmations = [{ ref, ok, ...(ok ? {} : { detail: printable(text) }) }];
  const sensors = word === 'BASE' && ok && station ? { sensors: sensorsOfStations([station]) } : {};
  return { samples: [], confirmations, ...sensors };
}

const namesItsObject = new Set(['CFG', 'BASE', 'UNBASE']);

/** What the answer to a command is known by: its word, and in the extension the first setting, or the base station. */
export const refOf = ({ word, fields }: WatchLine): string =>
  namesItsObject.has(word) ? `${word},${fields[0] ?? ''}` : word;

/** The number after `V`: `G29_BASE_V1.00_2014.04.23` is firmware 1. `A6C_D41` holds none. */
function firmwareNumber(version: string): number | undefined {
  const digits = /_V(\d{1,4})(?!\d)/i.exec(version)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Protocol notes 2.2: `TK,0` means that a voice message failed; everything else is a yes. */
function confirmation({ word, text }: MessageOf<'confirmation'>): Confirmation {
  const ref = word.toUpperCase();
  return { ref, ok: text !== '0', ...(text === null || text === '' ? {} : { detail: printable(text) }) };
}

function unread(word: string, text: string): Sample {
  const kept = new KeptFields();
  kept.keepAs(word, text);
  return completeSample({ ...contactOnly, events: [], metyId: metyId.unknown }, kept);
}
