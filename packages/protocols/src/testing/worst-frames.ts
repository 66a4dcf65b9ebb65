import { ByteWriter } from '../byte-writer.ts';
import { encodeFrame, maxBodyBytes } from '../eview/frame.ts';
import { fromHex } from '../hex.ts';
import type { OsmandRequest } from '../osmand/index.ts';
import { maxBodyLength } from '../osmand/request.ts';
import { bytesOf, encodeWatchFrame } from '../watch/frame.ts';
import { maxFrameBytes } from '../watch/framer.ts';

/**
 * Frames made by hand to cost as much as one frame of its protocol can: as large as allowed, and full of what is
 * unknown, empty, repeated, nested, long, or an alarm.
 */
export interface WorstFrame<T> {
  /** What it is full of. */
  holds: string;
  frame: T;
}

/** Who sends them. */
export const worstIdentity = '867730053403279';
const seconds = Date.UTC(2026, 0, 15) / 1000;

const [data, configuration, services, control, undescribed] = [1, 2, 3, 4, 0x7e];

/** Repeats items (hex, a key and its value) of a frame of this command until it is full; `count` numbers them. */
function eviewFrame(command: number, itemAt: (count: number) => string): Uint8Array {
  const body = new ByteWriter().u8(command);
  const identityKey = command === configuration ? '03' : '01';
  put(body, `${identityKey}${Buffer.from(worstIdentity).toString('hex')}`);
  for (let count = 0; ; count++) {
    const item = fromHex(itemAt(count));
    if (body.length + 1 + item.length > maxBodyBytes) break;
    body.u8(item.length).put(item);
  }
  return encodeFrame({ flags: 0x10, sequence: 1, body: body.toBytes() });
}

function put(body: ByteWriter, hex: string): void {
  const item = fromHex(hex);
  body.u8(item.length).put(item);
}

const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).toString('hex');
const time = (count: number) => u32(seconds + count);

export const eviewWorstFrames: readonly WorstFrame<Uint8Array>[] = [
  { holds: 'items without a key', frame: eviewFrame(data, () => '') },
  { holds: 'one unknown key, again and again', frame: eviewFrame(data, () => '99') },
  { holds: 'unknown keys', frame: eviewFrame(data, (n) => (0x80 + (n % 100)).toString(16)) },
  { holds: 'unknown items of the longest kind', frame: eviewFrame(data, () => `99${'ab'.repeat(254)}`) },
  { holds: 'alarms with every bit', frame: eviewFrame(data, () => '02ffffffff') },
  { holds: 'alarms with times of their own', frame: eviewFrame(data, (n) => `02ffffffff${time(n)}`) },
  { holds: 'alarms that cannot be read', frame: eviewFrame(data, () => '0200') },
  { holds: 'records', frame: eviewFrame(data, (n) => `24${time(n)}81000064`) },
  {
    holds: 'records with an SOS each',
    frame: eviewFrame(data, (n) => (n % 2 === 0 ? `24${time(n)}81000064` : `02ffffffff${time(n)}`)),
  },
  { holds: 'records with bytes behind', frame: eviewFrame(data, (n) => `24${time(n)}8100006401`) },
  { holds: 'steps', frame: eviewFrame(data, (n) => `30${time(n)}01000000`) },
  { holds: 'activity', frame: eviewFrame(data, (n) => `31${`${time(n)}01000000`.repeat(31)}`) },
  { holds: 'barking', frame: eviewFrame(data, (n) => `37${time(n)}01000000`) },
  { holds: 'readings that are none', frame: eviewFrame(data, (n) => `40${time(n)}00`) },
  { holds: 'access points', frame: eviewFrame(data, () => `22${'c902ad2449ea60'.repeat(36)}`) },
  { holds: 'small cell lists', frame: eviewFrame(data, () => '21f20001c901000200') },
  { holds: 'cells', frame: eviewFrame(data, () => `21f20001${'c901000200'.repeat(50)}`) },
  {
    holds: 'rooms with long names',
    frame: eviewFrame(data, () => `2840${'02ad2449ea60'}c900${'c3b8'.repeat(122)}`),
  },
  { holds: 'places', frame: eviewFrame(data, () => `27${u32(599000000)}${u32(107000000)}0a000a00`) },
  { holds: 'requests for the time', frame: eviewFrame(services, () => '12') },
  { holds: 'requests for a position', frame: eviewFrame(services, () => '11') },
  { holds: 'unknown settings', frame: eviewFrame(configuration, () => 'ee') },
  { holds: 'battery settings', frame: eviewFrame(configuration, () => '14ff0000') },
  { holds: 'results of commands', frame: eviewFrame(control, () => '1f0041') },
  { holds: 'firmware data', frame: eviewFrame(undescribed, () => 'ab'.repeat(255)) },
];

const watchAddress = { manufacturer: '3G', id: '8800000015', index: null };
const watchRoom = maxFrameBytes - '[3G*8800000015*0000*ABCDEFGH,]'.length;

/** A word, and a part repeated until the frame is full. */
function watchFrame(word: string, partAt: (count: number) => string, head = ''): Uint8Array {
  let body = head;
  for (let count = 0; ; count++) {
    const part = partAt(count);
    if (body.length + part.length > watchRoom) break;
    body += part;
  }
  return encodeWatchFrame(watchAddress, { word, body: bytesOf(body) });
}

const fix = '150126,120000,A,59.911491,N,10.7579330,E,3.6,90.0,10.0,9,80,55,1200,3,00010000';
const number = (count: number) => count.toString(36);

export const watchWorstFrames: readonly WorstFrame<Uint8Array>[] = [
  { holds: 'an alarm of commas', frame: watchFrame('AL', () => ',') },
  { holds: 'an alarm with blanks', frame: watchFrame('AL', () => ' ') },
  { holds: 'an alarm and numbers behind', frame: watchFrame('AL', () => ',1', fix) },
  { holds: 'an alarm with cells', frame: watchFrame('AL', () => ',1,2,-90', `${fix},200,0,242,1`) },
  {
    holds: 'an alarm with access points',
    frame: watchFrame('AL', () => ',[LG]x,02:ad:24:49:ea:60,-60', `${fix},0,200`),
  },
  { holds: 'an alarm with bits that nobody knows', frame: watchFrame('AL', () => 'f') },
  { holds: 'escapes', frame: watchFrame('UD', () => '}\u0001', `${fix},`) },
  { holds: 'brackets', frame: watchFrame('UD', () => '[]', `${fix},`) },
  { holds: 'one setting, again and again', frame: watchFrame('CONFIG', () => 'A:,') },
  { holds: 'settings', frame: watchFrame('CONFIG', (n) => `${number(n)}:1,`) },
  { holds: 'a message that nobody knows', frame: watchFrame('XYZ', () => '\u0001') },
  { holds: 'a message with letters of many bytes', frame: watchFrame('ICCID', () => 'x,') },
  { holds: 'readings', frame: watchFrame('bphrt', () => '120,') },
  { holds: 'a voice message of escapes', frame: watchFrame('TK', () => '}\u0002') },
  { holds: 'a photo with commas', frame: watchFrame('img', () => '}\u0004', 'x,260115120000,') },
];

const head = `id=${worstIdentity}&token=secret&timestamp=${seconds}`;

function fullForm(partAt: (count: number) => string): OsmandRequest {
  return { method: 'POST', url: '/', body: filled(`${head}&`, partAt, '') };
}

function fullJson(begin: string, partAt: (count: number) => string, end: string): OsmandRequest {
  const body = filled(`{"id":"${worstIdentity}","token":"secret","location":${begin}`, partAt, `${end}}`);
  return { method: 'POST', url: '/', contentType: 'application/json', body };
}

function filled(begin: string, partAt: (count: number) => string, end: string): string {
  let text = begin;
  for (let count = 0; ; count++) {
    const part = partAt(count);
    if (text.length + part.length + end.length > maxBodyLength) return text + end;
    text += part;
  }
}

const listed = (part: string) => (count: number) => (count === 0 ? part : `,${part}`);
const nested = Math.floor(maxBodyLength / 2) - 100;

export const osmandWorstFrames: readonly WorstFrame<OsmandRequest>[] = [
  { holds: 'empty fields', frame: fullForm(() => '&a') },
  { holds: 'one unknown field, again and again', frame: fullForm(() => 'a=1&') },
  { holds: 'unknown fields', frame: fullForm((n) => `${number(n)}=1&`) },
  { holds: 'one long field', frame: fullForm((n) => (n === 0 ? 'note=' : '%00')) },
  { holds: 'alarms with words of their own', frame: fullForm((n) => `alarm=x${number(n)}&`) },
  { holds: 'one alarm of many words', frame: fullForm((n) => (n === 0 ? 'alarm=' : `x${number(n)},`)) },
  { holds: 'cells', frame: fullForm(() => 'cell=242,1,2,3,-90&') },
  { holds: 'a cell of commas', frame: fullForm((n) => (n === 0 ? 'cell=' : ',')) },
  { holds: 'access points', frame: fullForm(() => 'wifi=02ad2449ea60,-60&') },
  { holds: 'a number with blanks', frame: fullForm((n) => (n === 0 ? 'batt=1' : '+')) },
  { holds: 'empty places', frame: fullJson('[', listed('{}'), ']') },
  { holds: 'places with an alarm', frame: fullJson('[', listed('{"alarm":"sos"}'), ']') },
  {
    holds: 'places with a time and an alarm',
    frame: fullJson('[', (n) => `${n === 0 ? '' : ','}{"timestamp":${seconds + n},"alarm":"sos"}`, ']'),
  },
  { holds: 'places with a field that nobody knows', frame: fullJson('[', listed('{"a":1}'), ']') },
  { holds: 'fields of one place', frame: fullJson('{"x":1', (n) => `,"${number(n)}":1`, '}') },
  { holds: 'alarms in one list', frame: fullJson('{"extras":{"alarm":[1', () => ',1', ']}}') },
  {
    holds: 'brackets in brackets',
    frame: fullJson(`{"x":${'['.repeat(nested)}`, (n) => (n < nested ? ']' : ' '), '}'),
  },
];
