import { hardwareById } from '@varde/catalogue/hardware/index';
import { signalOf } from '@varde/catalogue/signal';
import type { DeviceRow } from '@varde/contract/devices';
import { type Reader, timesIn } from '#domain/exports/reader.ts';
import en from './texts/en.json' with { type: 'json' };
import nb from './texts/nb.json' with { type: 'json' };

/** The texts of exports in each language: those of the console, which a test compares with these. */
export const exportTexts = { nb, en };

type Column = keyof typeof nb.columns;
const columns = Object.keys(nb.columns) as Column[];

/** A table of devices in the language and time zone of its reader. */
export function deviceWords(reader: Reader) {
  const texts = exportTexts[reader.language];
  const time = timesIn(reader);
  const words: Record<Column, (device: DeviceRow) => string> = {
    status: ({ status }) => texts.statuses[status],
    name: ({ deviceName }) => deviceName,
    serial: ({ deviceSNNum }) => deviceSNNum,
    customer: ({ ownedByCustName }) => ownedByCustName,
    battery: ({ battery }) => (battery === null ? '' : texts.percent.replace('{{value}}', String(battery))),
    signal: signalBars,
    tracking: ({ trackingUntil }) => (trackingUntil === null ? '' : time(trackingUntil)),
    lastContact: ({ lastMsgIn }) => (lastMsgIn === null ? '' : time(lastMsgIn)),
    type: ({ dehaId }) => hardwareById(dehaId)?.name ?? '',
    phone: ({ formattedPhoneNumE164 }) => formattedPhoneNumE164 ?? '',
  };
  return {
    file: texts.file,
    header: columns.map((column) => texts.columns[column]),
    line: (device: DeviceRow) => columns.map((column) => words[column](device)),
  };
}

/** `3/5`; empty when the device is offline or has not reported it. */
function signalBars({ dehaId, gsmStrength, offline, offlineWarning }: DeviceRow): string {
  const hardware = hardwareById(dehaId);
  const signal =
    hardware && signalOf(gsmStrength, hardware.signalScale, { offline: offline || offlineWarning });
  return signal ? `${signal.bars}/5` : '';
}
