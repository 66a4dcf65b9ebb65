import { metyId } from '@varde/catalogue/message-types';
import type { Confirmation, DeviceReport, Sample } from '@varde/catalogue/report';
import { KeptFields } from '../kept-fields.ts';
import { present } from '../present.ts';
import { printable } from '../printable.ts';
import { completeSample } from '../report-limits.ts';
import { fixSample } from './fix-sample.ts';
import { healthSample, isHealthMessage } from './health-sample.ts';
import type { LinkKeep, MessageOf, WatchMessage } from './messages/message.ts';
import { configSettings } from './settings.ts';

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
      return samples({ ...unread(message.word, message.text ?? ''), metyId: metyId.settingsReport });
    case 'confirmation':
      return { ...versionReport(message), confirmations: [confirmation(message)] };
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

function configReport({ entries }: MessageOf<'config'>): DeviceReport {
  const { settings, rest } = configSettings(entries);
  const kept = new KeptFields();
  for (const { key, value } of rest) kept.keepAs(key, value);
  const sample: Sample = { ...contactOnly, events: [], metyId: metyId.settingsReport };
  const report = samples(completeSample(sample, kept));
  return Object.keys(settings).length > 0 ? { ...report, settings } : report;
}

/**
 * The answers to `VERNO` and `TS` hold the firmware version, kept in the log as sent; other answers hold nothing to
 * store.
 */
function versionReport({ word, text }: MessageOf<'confirmation'>): Omit<DeviceReport, 'confirmations'> {
  if (!text || !/^(VERNO|TS)$/i.test(word)) return { samples: [] };
  const firmware = firmwareNumber(text);
  return {
    samples: [{ ...unread(word, text), metyId: metyId.settingsReport }],
    ...(firmware !== undefined && { firmware }),
  };
}

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
