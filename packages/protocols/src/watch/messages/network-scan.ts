import { macAddressFrom } from '../../mac-address.ts';
import { present } from '../../present.ts';
import { countOf, countText, numberOf } from './fields.ts';

/** The cells that the watch hears. All of one network. */
export interface CellScan {
  /** Timing advance, or the place of the connected cell, depending on the model. */
  timingAdvance?: number;
  mcc?: number;
  mnc?: number;
  list: WatchCell[];
}

export interface WatchCell {
  lac?: number;
  cid?: number;
  /** As sent: dBm with or without its sign, or a percentage. */
  rssi?: number;
}

export interface WifiNetwork {
  /** Often empty. */
  name: string;
  /** As sent. */
  mac: string;
  /** dBm */
  rssi?: number;
}

const maxListLength = 200;

/** `count, timing advance, mcc, mnc, count × (lac, cid, rssi)`; only the WiFi part follows a count of 0. */
export function readCells(fields: readonly string[], from: number): { scan?: CellScan; next: number } {
  const count = countOf(fields[from]);
  if (count === undefined || count > maxListLength) return { next: from };
  if (count === 0) return { scan: { list: [] }, next: from + 1 };
  const list: WatchCell[] = [];
  let next = from + 4;
  while (list.length < count && next + 2 < fields.length) {
    list.push(
      present({
        lac: cellNumber(fields[next]),
        cid: cellNumber(fields[next + 1]),
        rssi: numberOf(fields[next + 2]),
      }),
    );
    next += 3;
  }
  if (list.length < count) next = fields.length;
  const scan = present({
    timingAdvance: countOf(fields[from + 1]),
    mcc: countOf(fields[from + 2]),
    mnc: countOf(fields[from + 3]),
    list,
  });
  return { scan, next };
}

/**
 * `count, count × (name, mac, rssi)`. `loose`: one more field may precede the count (protocol notes 2.3, vector
 * watch-026), so a list is only accepted where its first address is valid.
 */
export function readWifi(
  fields: readonly string[],
  from: number,
  loose: boolean,
): { list?: WifiNetwork[]; next: number } {
  const starts = loose ? [from, from + 1] : [from];
  const start = starts.find((at) => (countOf(fields[at]) ?? 0) > 0 && isMac(fields[at + 2]));
  if (start === undefined) {
    return countOf(fields[from]) === 0 ? { list: [], next: from + 1 } : { next: from };
  }
  const count = Math.min(countOf(fields[start]) ?? 0, maxListLength);
  const list: WifiNetwork[] = [];
  let next = start + 1;
  while (list.length < count && next + 2 < fields.length) {
    const [name = '', mac = '', rssi] = fields.slice(next, next + 3);
    list.push(present({ name, mac, rssi: numberOf(rssi) }));
    next += 3;
  }
  return { list, next: list.length < count ? fields.length : next };
}

export function encodeCells(scan: CellScan | undefined): string[] {
  if (scan === undefined) return [];
  if (scan.list.length === 0) return ['0'];
  return [
    countText(scan.list.length),
    countText(scan.timingAdvance),
    countText(scan.mcc),
    countText(scan.mnc),
    ...scan.list.flatMap(({ lac, cid, rssi }) => [countText(lac), countText(cid), countText(rssi)]),
  ];
}

export function encodeWifi(list: readonly WifiNetwork[] | undefined): string[] {
  if (list === undefined) return [];
  return [countText(list.length), ...list.flatMap(({ name, mac, rssi }) => [name, mac, countText(rssi)])];
}

/** Whether a text is the address of an access point, with separators: digits alone may be anything. */
function isMac(text: string | undefined): boolean {
  return text !== undefined && /[:-]/.test(text) && macAddressFrom(text) !== undefined;
}

/** Decimal, unless a digit shows that it is hexadecimal. */
function cellNumber(field: string | undefined): number | undefined {
  const text = field?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text);
  return /^[0-9a-f]{1,8}$/i.test(text) ? Number.parseInt(text, 16) : undefined;
}
