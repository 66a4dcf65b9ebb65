import { hardwareById } from '@varde/catalogue/hardware/index';
import { columnsOfDevice, type DeviceLogColumn } from '@varde/catalogue/log-columns';
import { logRowOf } from '@varde/catalogue/log-rows';
import { signalOf } from '@varde/catalogue/signal';
import type { Transaction } from '@varde/contract/transactions';
import { type Reader, timesIn } from '#domain/exports/reader.ts';
import { sharedWords } from '#domain/exports/words.ts';
import type { PdfHead } from '#platform/pdf/pdf-table.ts';
import en from './texts/en.json' with { type: 'json' };
import nb from './texts/nb.json' with { type: 'json' };

/** The texts of exports in each language: those of the console, which a test compares with these. */
export const exportTexts = { nb, en };

/** The widths of the columns on paper (specification 2, section 9 "Export"). */
const shares = {
  ...{ id: 10, time: 14, message: 18, source: 10, position: 22, sat: 8, gsm: 8, battery: 10 },
  sensor: 22,
} as const satisfies Record<DeviceLogColumn, number>;

/** A table of the transactions of a device in the language and time zone of its reader. */
export function transactionWords(reader: Reader, device: { deviceName: string; serial: string; dehaId: number }) {
  const texts = exportTexts[reader.language];
  const time = timesIn(reader);
  const { messageType, source, percent, sheets } = sharedWords(reader);
  const columns = columnsOfDevice({ gx8: hardwareById(device.dehaId)?.capabilities.gx8 ?? false });
  const words: Record<DeviceLogColumn, (row: Transaction) => string> = {
    id: ({ tranId }) => String(tranId),
    time: ({ recTs }) => time(recTs),
    message: (row) => {
      const { shownType } = logRowOf(row, hardwareById(row.dehaId));
      return [shownType, ...row.subtypes.filter((type) => type !== row.metyId)].map(messageType).join(', ');
    },
    source: ({ tranSource }) => source(tranSource),
    sensor: ({ sensorName }) => sensorName ?? '',
    position: ({ place, address, posLati, posLong }) =>
      [place, address].filter(Boolean).join(', ') ||
      (posLati === null || posLong === null ? '' : `${posLati.toFixed(5)}, ${posLong.toFixed(5)}`),
    sat: (row) => {
      const { gpsQualityNumSat: satellites } = logRowOf(row, hardwareById(row.dehaId));
      return satellites === null ? '' : String(satellites);
    },
    gsm: ({ gsmStrength, dehaId }) => {
      const hardware = hardwareById(dehaId);
      const signal = hardware && signalOf(gsmStrength, hardware.signalScale, { offline: false });
      return signal ? `${signal.bars}/5` : '';
    },
    battery: ({ battery, direction }) => (direction === 'I' && battery !== null && battery > 0 ? percent(battery) : ''),
  };
  return {
    header: columns.map((column) => texts.columns[column]),
    line: (row: Transaction) => columns.map((column) => words[column](row)),
    /** What the table begins with on paper. */
    head: (at: number, count: number): PdfHead => ({
      title: texts.title.replace('{{name}}', device.deviceName),
      subtitle: texts.since.replace('{{serial}}', device.serial).replace('{{count}}', String(count)),
      ...{ at, time: time(at), language: reader.language, words: sheets },
      columns: columns.map((column) => ({ label: texts.columns[column], share: shares[column] })),
    }),
  };
}
