import { metyId } from '@varde/catalogue/message-types';
import type { DeviceReport, Sample } from '@varde/catalogue/report';
import type { SettingValues } from '@varde/catalogue/settings/types';
import { completeSample } from '../report-limits.ts';
import { decodeSettings } from '../settings-groups.ts';
import { answerOf } from './answer-codes.ts';
import type { ConfigurationItem } from './messages/configuration-items.ts';
import type { ControlItem } from './messages/control-items.ts';
import type { DataItem } from './messages/data-items.ts';
import type { EviewMessage } from './messages/message.ts';
import { RecordAssembly } from './record-assembly.ts';
import { keepItem, openSample } from './sample-draft.ts';
import { isExtension } from './settings/extension.ts';
import { eviewSettings, settingsOfSomeModels } from './settings.ts';

/** The meaning of a message. `sequence` is the frame's: an answer refers to its command by it. */
export function reportOf(message: EviewMessage, sequence: number): DeviceReport {
  switch (message.command) {
    case 'data':
    case 'services':
      return { samples: samplesOf(message.items, message.tail), confirmations: [] };
    case 'configuration':
      return configurationReport(message);
    case 'systemControl':
      return { samples: [controlSample(message)], confirmations: [] };
    case 'response':
      return { samples: [], confirmations: [confirmationOf(message, sequence)] };
    case 'other': {
      const draft = openSample(message.code === 0x7e ? metyId.technical : metyId.unknown);
      draft.kept.keepAs(`command${message.code.toString(16).padStart(2, '0')}`, message.body);
      return { samples: [completeSample(draft.sample, draft.kept)], confirmations: [] };
    }
  }
}

function samplesOf(items: readonly DataItem[], tail: string | undefined): Sample[] {
  const assembly = new RecordAssembly();
  for (const item of items) assembly.add(item);
  if (tail !== undefined) assembly.addTail(tail);
  return assembly.finish();
}

function confirmationOf(message: Extract<EviewMessage, { command: 'response' }>, sequence: number) {
  const ok = message.code === 0;
  const detail = message.code === null ? 'empty answer' : answerOf(message.code);
  return { ref: String(sequence), ok, ...(!ok && { detail }) };
}

function configurationReport(message: Extract<EviewMessage, { command: 'configuration' }>): DeviceReport {
  const draft = openSample(metyId.settingsReport);
  const { sample, kept } = draft;
  for (const item of message.items) {
    if (item.type === 'battery') {
      const level = kept.within('battery', item.level);
      sample.battery = { ...(level !== undefined && { level }), millivolts: item.millivolts };
    }
    if (item.type === 'unknown') keepItem(draft, item);
  }
  if (message.tail !== undefined) kept.keep('tail', message.tail);
  const settings = decodeSettings(eviewSettings, message.items);
  const announces = announcedBy(message.items, settings);
  const firmware = firmwareNumber(message.items);
  return {
    samples: [completeSample(sample, kept)],
    confirmations: [],
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(firmware !== undefined && { firmware }),
    ...(announces !== undefined && { announces }),
  };
}

/** Whether this is the answer to a question for all items: no other one names the device. */
export const isWhole = (items: readonly ConfigurationItem[]): boolean => items.some(({ type }) => type === 'imei');

function announcedBy(items: readonly ConfigurationItem[], settings: SettingValues): string[] | undefined {
  if (!isWhole(items)) return undefined;
  const own = settingsOfSomeModels.filter((key) => Object.hasOwn(settings, key));
  return items.some(isExtension) ? [...own, 'extension'] : own;
}

/** Item 0x02 holds the firmware version, one byte each: `01.00.29.cf` is firmware 1. */
function firmwareNumber(items: readonly ConfigurationItem[]): number | undefined {
  const item = items.find(({ type }) => type === 'firmwareVersion');
  return item?.type === 'firmwareVersion' ? Number.parseInt(item.version, 16) : undefined;
}

function controlSample(message: Extract<EviewMessage, { command: 'systemControl' }>): Sample {
  const draft = openSample(metyId.technical);
  for (const item of message.items) {
    if (item.type === 'unknown') keepItem(draft, item);
    else draft.kept.keepAs(item.type, wordsOf(item));
  }
  if (message.tail !== undefined) draft.kept.keep('tail', message.tail);
  return completeSample(draft.sample, draft.kept);
}

function wordsOf(item: Exclude<ControlItem, { type: 'unknown' }>): string {
  if (item.type === 'textResult') return item.text;
  return item.type === 'firmwareUpdate' ? item.url : '';
}
