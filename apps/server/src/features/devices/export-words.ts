import { hardwareById } from '@varde/catalogue/hardware/index';
import { signalOf } from '@varde/catalogue/signal';
import type { CsvCell } from '@varde/contract/csv';
import type { DeviceRow } from '@varde/contract/devices';
import { presentDeviceRow } from '#domain/devices/device-row.ts';
import type { Table } from '#domain/exports/csv-file.ts';
import type { Paper } from '#domain/exports/pdf-file.ts';
import { type Reader, timesIn } from '#domain/exports/reader.ts';
import { sharedWords } from '#domain/exports/words.ts';
import type { Entry } from './store-list.ts';
import en from './texts/en.json' with { type: 'json' };
import nb from './texts/nb.json' with { type: 'json' };

/** The texts of exports in each language: those of the console, which a test compares with these. */
export const exportTexts = { nb, en };

type Column = keyof typeof nb.columns;
const columns = Object.keys(nb.columns) as Column[];

/** What a pair of twins shows of both its units: on paper in one cell, in a spreadsheet in columns of their own. */
const ofBothUnits = ['status', 'serial', 'battery'] as const;
const isOfBoth = (column: Column) => ofBothUnits.some((one) => one === column);

const times: ReadonlySet<Column> = new Set(['tracking', 'lastContact', 'lastTest']);

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
    signal: (device) => {
      const bars = signalBars(device);
      return bars === null ? '' : `${bars}/5`;
    },
    tracking: ({ trackingUntil }) => (trackingUntil === null ? '' : time(trackingUntil)),
    lastContact: ({ lastMsgIn }) => (lastMsgIn === null ? '' : time(lastMsgIn)),
    type: ({ dehaId }) => hardwareById(dehaId)?.name ?? '',
    phone: ({ formattedPhoneNumE164 }) => formattedPhoneNumE164 ?? '',
    lastTest: ({ lastTestAt }) => (lastTestAt === null ? '' : time(lastTestAt)),
  };
  const cellOf = (column: Column, device: DeviceRow): CsvCell => {
    if (column === 'battery') return device.battery ?? '';
    if (column === 'signal') return signalBars(device) ?? '';
    return times.has(column) ? { typed: words[column](device) } : words[column](device);
  };
  const csv: Table<Entry> = {
    header: [
      ...columns.map((column) => ({ ...texts.columns, ...texts.figures })[column]),
      ...ofBothUnits.map((column) => texts.twin[column]),
    ],
    line: (entry) => {
      const [device, twin] = unitsOf(entry);
      return [
        ...columns.map((column) => cellOf(column, device)),
        ...ofBothUnits.map((column) => (twin === null ? '' : cellOf(column, twin))),
      ];
    },
  };
  return {
    file: texts.file,
    csv,
    paper: (at: number, count: number, filtered: boolean): Paper<Entry> => {
      const { title, devices_one, devices_other, filtered: part } = texts.paper;
      const devices = (count === 1 ? devices_one : devices_other).replace('{{count}}', String(count));
      return {
        head: {
          ...{ title, at, time: time(at), language: reader.language, words: sheets },
          subtitle: filtered ? `${devices} · ${part}` : devices,
          columns: columns.map((column) => ({ label: texts.columns[column], share: shares[column] })),
        },
        line: (entry) => {
          const [device, twin] = unitsOf(entry);
          return columns.map((column) => {
            const word = words[column](device);
            return twin !== null && isOfBoth(column) ? `${word} / ${words[column](twin)}` : word;
          });
        },
      };
    },
  };
}

function unitsOf({ master, clone }: Entry): [DeviceRow, DeviceRow | null] {
  return [presentDeviceRow(master.device, master.custName), clone && presentDeviceRow(clone.device, clone.custName)];
}

/** Of five; null when the device is offline or has not reported its signal. */
function signalBars({ dehaId, gsmStrength, offline, offlineWarning }: DeviceRow): number | null {
  const hardware = hardwareById(dehaId);
  const signal = hardware && signalOf(gsmStrength, hardware.signalScale, { offline: offline || offlineWarning });
  return signal?.bars ?? null;
}
