import { hardwareById } from '@varde/catalogue/hardware/index';
import { columnsOfDevice, type DeviceLogColumn } from '@varde/catalogue/log-columns';
import { logRowOf } from '@varde/catalogue/log-rows';
import { signalOf } from '@varde/catalogue/signal';
import type { CsvCell } from '@varde/contract/csv';
import type { Transaction } from '@varde/contract/transactions';
import type { Table } from '#domain/exports/csv-file.ts';
import type { Paper } from '#domain/exports/pdf-file.ts';
import { type Reader, timesIn } from '#domain/exports/reader.ts';
import { sharedWords } from '#domain/exports/words.ts';
import en from './texts/en.json' with { type: 'json' };
import nb from './texts/nb.json' with { type: 'json' };

/** The texts of exports in each language: those of the console, which a test compares with these. */
export const exportTexts = { nb, en };

/** The widths of the columns on paper (specification 2, section 9 "Export"). */
const shares = {
  ...{ id: 10, time: 14, message: 18, source: 10, position: 22, sat: 8, gsm: 8, battery: 10 },
  sensor: 22,
} as const satisfies Record<DeviceLogColumn, number>;

/** Columns of a spreadsheet: figures are numbers, and a place has its coordinates beside it. */
type CsvColumn = Exclude<DeviceLogColumn, 'position'> | 'place' | 'latitude' | 'longitude';

/** A table of the transactions of a device in the language and time zone of its reader. */
export function transactionWords(reader: Reader, device: { deviceName: string; serial: string; dehaId: number }) {
  const texts = exportTexts[reader.language];
  const time = timesIn(reader);
  const { messageType, source, percent, sheets, decimal } = sharedWords(reader);
  const columns = columnsOfDevice({ gx8: hardwareById(device.dehaId)?.capabilities.gx8 ?? false });
  const message = (row: Transaction) => {
    const { shownType } = logRowOf(row, hardwareById(row.dehaId));
    return [shownType, ...row.subtypes.filter((type) => type !== row.metyId)].map(messageType).join(', ');
  };
  const words: Record<DeviceLogColumn, (row: Transaction) => string> = {
    ...{ id: ({ tranId }) => String(tranId), time: ({ recTs }) => time(recTs), message },
    source: ({ tranSource }) => source(tranSource),
    sensor: ({ sensorName }) => sensorName ?? '',
    position: (row) =>
      placeOf(row) ||
      coordinatesOf(row)
        .map((degrees) => degrees.toFixed(5))
        .join(', '),
    sat: (row) => String(satellitesOf(row) ?? ''),
    gsm: (row) => {
      const bars = signalBars(row);
      return bars === null ? '' : `${bars}/5`;
    },
    battery: (row) => {
      const battery = batteryOf(row);
      return battery === null ? '' : percent(battery);
    },
  };
  const degrees = (value: number | undefined): CsvCell => (value === undefined ? '' : { typed: decimal(value, 5) });
  const cells: Record<CsvColumn, (row: Transaction) => CsvCell> = {
    ...{ id: ({ tranId }) => tranId, time: ({ recTs }) => ({ typed: time(recTs) }), message },
    ...{ source: words.source, sensor: words.sensor, place: placeOf },
    latitude: (row) => degrees(coordinatesOf(row)[0]),
    longitude: (row) => degrees(coordinatesOf(row)[1]),
    sat: (row) => satellitesOf(row) ?? '',
    gsm: (row) => signalBars(row) ?? '',
    battery: (row) => batteryOf(row) ?? '',
  };
  const csvColumns = columns.flatMap((column): readonly CsvColumn[] =>
    column === 'position' ? ['place', 'latitude', 'longitude'] : [column],
  );
  const csv: Table<Transaction> = {
    header: csvColumns.map((column) => ({ ...texts.columns, ...texts.figures })[column]),
    line: (row) => csvColumns.map((column) => cells[column](row)),
  };
  return {
    csv,
    paper: (at: number, count: number): Paper<Transaction> => ({
      head: {
        title: texts.title.replace('{{name}}', device.deviceName),
        subtitle: texts.since.replace('{{serial}}', device.serial).replace('{{count}}', String(count)),
        ...{ at, time: time(at), language: reader.language, words: sheets },
        columns: columns.map((column) => ({ label: texts.columns[column], share: shares[column] })),
      },
      line: (row) => columns.map((column) => words[column](row)),
    }),
  };
}

const placeOf = ({ place, address }: Transaction): string => [place, address].filter(Boolean).join(', ');

const coordinatesOf = ({ posLati, posLong }: Transaction): number[] =>
  posLati === null || posLong === null ? [] : [posLati, posLong];

const satellitesOf = (row: Transaction): number | 'OK' | null =>
  logRowOf(row, hardwareById(row.dehaId)).gpsQualityNumSat;

/** Of five. */
function signalBars({ gsmStrength, dehaId }: Transaction): number | null {
  const hardware = hardwareById(dehaId);
  const signal = hardware && signalOf(gsmStrength, hardware.signalScale, { offline: false });
  return signal?.bars ?? null;
}

const batteryOf = ({ battery, direction }: Transaction): number | null =>
  direction === 'I' && battery !== null && battery > 0 ? battery : null;
