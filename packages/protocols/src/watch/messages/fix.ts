import type { KeptFieldName } from '@varde/catalogue/kept-fields';
import { present } from '../../present.ts';
import { countOf, countText, decimalText, numberOf } from './fields.ts';
import { fixTime, fixTimeFields } from './fix-time.ts';
import { type CellScan, encodeCells, encodeWifi, readCells, readWifi, type WifiNetwork } from './network-scan.ts';

/** The common body of positions and alarms, protocol notes 2.3. A missing field is absent. */
export interface WatchFix {
  /** Unix milliseconds; null when date and time are invalid. */
  at: number | null;
  /** False: no GPS fix, the coordinates are zero or old. */
  valid: boolean;
  /** Degrees, south and west negative. */
  lat?: number;
  lng?: number;
  /** km/h */
  speed?: number;
  course?: number;
  /** Metres */
  altitude?: number;
  satellites?: number;
  /** 0…100 */
  gsm?: number;
  /** Percent */
  battery?: number;
  steps?: number;
  tumbles?: number;
  /** 32 bits: states below, alarms above. */
  status?: number;
  cells?: CellScan;
  wifi?: WifiNetwork[];
  /** Metres */
  accuracy?: number;
  /** Unreadable fields, as sent. */
  unread?: { [name in KeptFieldName]?: string };
}

const cellsFrom = 16;

interface NumberField {
  place: number;
  read(field: string | undefined): number | undefined;
  /** The key of its unreadable value. */
  unreadAs: KeptFieldName;
}

const numbers = {
  lat: { place: 3, read: numberOf, unreadAs: 'implausiblePlace' },
  lng: { place: 5, read: numberOf, unreadAs: 'implausiblePlace' },
  speed: { place: 7, read: numberOf, unreadAs: 'speed' },
  course: { place: 8, read: numberOf, unreadAs: 'course' },
  altitude: { place: 9, read: numberOf, unreadAs: 'altitude' },
  satellites: { place: 10, read: countOf, unreadAs: 'satellites' },
  gsm: { place: 11, read: countOf, unreadAs: 'gsmStrength' },
  battery: { place: 12, read: countOf, unreadAs: 'battery' },
  steps: { place: 13, read: countOf, unreadAs: 'steps' },
  tumbles: { place: 14, read: countOf, unreadAs: 'tumbles' },
  status: { place: 15, read: statusOf, unreadAs: 'status' },
} as const satisfies Record<string, NumberField>;
type NumberName = keyof typeof numbers;

/** Reads from left to right and stops at the last field; a bad field does not affect the others. */
export function decodeFix(fields: readonly string[]): WatchFix {
  const at = fixTime(fields[0], fields[1]);
  const { values, unread } = readNumbers(fields);
  const cells = readCells(fields, cellsFrom);
  const wifi = readWifi(fields, cells.next, cells.scan?.list.length === 0);
  const { accuracy, rest } = readTail(fields.slice(wifi.next));
  if (at === null && fields.length > 1) unread.time = fields.slice(0, 2).join(',');
  if (rest.length > 0) unread.rest = rest.join(',');
  return present({
    at,
    valid: fields[2]?.trim().toUpperCase() === 'A',
    ...values,
    lat: signed(values.lat, fields[4], 'S'),
    lng: signed(values.lng, fields[6], 'W'),
    cells: cells.scan,
    wifi: wifi.list,
    accuracy,
    unread: Object.keys(unread).length > 0 ? unread : undefined,
  });
}

function readNumbers(fields: readonly string[]) {
  const values: { [name in NumberName]?: number } = {};
  const unread: NonNullable<WatchFix['unread']> = {};
  for (const name of Object.keys(numbers) as NumberName[]) {
    const { place, read, unreadAs } = numbers[name];
    const field = fields[place];
    const value = read(field);
    if (value !== undefined) values[name] = value;
    else if (field?.trim()) unread[unreadAs] = [unread[unreadAs], field].filter(Boolean).join(' ');
  }
  return { values, unread };
}

/** `unread` is not encoded. */
export function encodeFix(fix: WatchFix): string[] {
  return [
    ...fixTimeFields(fix.at),
    fix.valid ? 'A' : 'V',
    decimalText(fix.lat === undefined ? undefined : Math.abs(fix.lat)),
    hemisphere(fix.lat, 'N', 'S'),
    decimalText(fix.lng === undefined ? undefined : Math.abs(fix.lng)),
    hemisphere(fix.lng, 'E', 'W'),
    decimalText(fix.speed),
    decimalText(fix.course),
    decimalText(fix.altitude),
    countText(fix.satellites),
    countText(fix.gsm),
    countText(fix.battery),
    countText(fix.steps),
    countText(fix.tumbles),
    fix.status === undefined ? '' : fix.status.toString(16).padStart(8, '0'),
    ...encodeCells(fix.cells),
    ...encodeWifi(fix.wifi),
    ...(fix.accuracy === undefined ? [] : [decimalText(fix.accuracy)]),
  ];
}

/**
 * South and west make the value negative; otherwise its own sign counts (vectors watch-028 and watch-029). An empty
 * hemisphere therefore reads as north or east, which is wrong for some watches and cannot be known.
 */
function signed(degrees: number | undefined, letter: string | undefined, negative: string): number | undefined {
  if (degrees === undefined) return undefined;
  return letter?.trim().toUpperCase() === negative ? 0 - Math.abs(degrees) : degrees;
}

function hemisphere(degrees: number | undefined, positive: string, negative: string): string {
  if (degrees === undefined) return '';
  return degrees < 0 ? negative : positive;
}

function statusOf(field: string | undefined): number | undefined {
  return field !== undefined && /^[0-9a-f]{1,8}$/i.test(field) ? Number.parseInt(field, 16) : undefined;
}

/** Newer firmware ends with an accuracy in metres, always with decimals; older firmware with `00` or `10`. */
function readTail(tail: readonly string[]): { accuracy: number | undefined; rest: readonly string[] } {
  const last = tail.at(-1);
  if (last === undefined || !last.includes('.')) return { accuracy: undefined, rest: tail };
  const accuracy = numberOf(last);
  return accuracy === undefined ? { accuracy, rest: tail } : { accuracy, rest: tail.slice(0, -1) };
}
