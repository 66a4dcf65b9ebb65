import { hardwareById } from '@varde/catalogue/hardware/index';
import { signalOf } from '@varde/catalogue/signal';
import type { DeviceRow } from '@varde/contract/devices';
import { presentDeviceRow } from '#domain/devices/device-row.ts';
import { type Reader, timesIn } from '#domain/exports/reader.ts';
import { sharedWords } from '#domain/exports/words.ts';
import type { PdfHead } from '#platform/pdf/pdf-table.ts';
import type { Entry } from './store-list.ts';
import en from './texts/en.json' with { type: 'json' };
import nb from './texts/nb.json' with { type: 'json' };

/** The texts of exports in each language: those of the console, which a test compares with these. */
export const exportTexts = { nb, en };

type Column = keyof typeof nb.columns;
const columns = Object.keys(nb.columns) as Column[];

/** What a pair of twins shows of both its units. */
const ofBothUnits: ReadonlySet<Column> = new Set(['status', 'serial', 'battery']);

/** The widths of the columns on paper: the longest status and time fit, names get the rest. */
const shares: Record<Column, number> = {
  ...{ status: 12, name: 21, serial: 11, customer: 19, battery: 7, signal: 6 },
  ...{ tracking: 10, lastContact: 10, type: 12, phone: 12, lastTest: 10 },
};

/** A table of devices in the language and time zone of its reader. */
export function deviceWords(reader: Reader) {
  const texts = exportTexts[reader.language];
  const time = timesIn(reader);
  const { percent, sheets } = sharedWords(reader);
  const words: Record<Column, (device: DeviceRow) => string> = {
    status: ({ status }) => texts.statuses[status],
    name: ({ deviceName }) => deviceName,
    serial: ({ deviceSNNum }) => deviceSNNum,
    customer: ({ ownedByCustName }) => ownedByCustName,
    battery: ({ battery }) => (battery === null ? '' : percent(battery)),
    signal: signalBars,
    tracking: ({ trackingUntil }) => (trackingUntil === null ? '' : time(trackingUntil)),
    lastContact: ({ lastMsgIn }) => (lastMsgIn === null ? '' : time(lastMsgIn)),
    type: ({ dehaId }) => hardwareById(dehaId)?.name ?? '',
    phone: ({ formattedPhoneNumE164 }) => formattedPhoneNumE164 ?? '',
    lastTest: ({ lastTestAt }) => (lastTestAt === null ? '' : time(lastTestAt)),
  };
  return {
    file: texts.file,
    header: columns.map((column) => texts.columns[column]),
    line: ({ master, clone }: Entry) => {
      const device = presentDeviceRow(master.device, master.custName);
      const twin = clone && presentDeviceRow(clone.device, clone.custName);
      return columns.map((column) => {
        const word = words[column](device);
        return twin !== null && ofBothUnits.has(column) ? `${word} / ${words[column](twin)}` : word;
      });
    },
    /** What the table begins with on paper. */
    head: (at: number, count: number, filtered: boolean): PdfHead => {
      const { title, devices_one, devices_other, filtered: part } = texts.paper;
      const devices = (count === 1 ? devices_one : devices_other).replace('{{count}}', String(count));
      return {
        ...{ title, at, time: time(at), language: reader.language, words: sheets },
        subtitle: filtered ? `${devices} · ${part}` : devices,
        columns: columns.map((column) => ({ label: texts.columns[column], share: shares[column] })),
      };
    },
  };
}

/** `3/5`; empty when the device is offline or has not reported it. */
function signalBars({ dehaId, gsmStrength, offline, offlineWarning }: DeviceRow): string {
  const hardware = hardwareById(dehaId);
  const signal = hardware && signalOf(gsmStrength, hardware.signalScale, { offline: offline || offlineWarning });
  return signal ? `${signal.bars}/5` : '';
}
