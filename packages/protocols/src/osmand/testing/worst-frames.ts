import type { DeviceRequest } from '../../protocol.ts';
import { type WorstFrame, worstIdentity, worstSeconds } from '../../testing/worst-frame.ts';
import { maxBodyLength } from '../request.ts';

const number = (count: number) => count.toString(36);
const head = `id=${worstIdentity}&token=secret&timestamp=${worstSeconds}`;

function fullForm(partAt: (count: number) => string): DeviceRequest {
  return { method: 'POST', url: '/', body: filled(`${head}&`, partAt, '') };
}

function fullJson(begin: string, partAt: (count: number) => string, end: string): DeviceRequest {
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

export const worstFrames: readonly WorstFrame<DeviceRequest>[] = [
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
    frame: fullJson('[', (n) => `${n === 0 ? '' : ','}{"timestamp":${worstSeconds + n},"alarm":"sos"}`, ']'),
  },
  { holds: 'places with a field that nobody knows', frame: fullJson('[', listed('{"a":1}'), ']') },
  { holds: 'fields of one place', frame: fullJson('{"x":1', (n) => `,"${number(n)}":1`, '}') },
  { holds: 'alarms in one list', frame: fullJson('{"extras":{"alarm":[1', () => ',1', ']}}') },
  {
    holds: 'brackets in brackets',
    frame: fullJson(`{"x":${'['.repeat(nested)}`, (n) => (n < nested ? ']' : ' '), '}'),
  },
];
