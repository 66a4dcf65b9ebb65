import { ByteWriter } from '../../byte-writer.ts';
import { fromHex } from '../../hex.ts';
import { type WorstFrame, worstIdentity, worstSeconds } from '../../testing/worst-frame.ts';
import { encodeFrame, maxBodyBytes } from '../frame.ts';

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
const time = (count: number) => u32(worstSeconds + count);

export const worstFrames: readonly WorstFrame<Uint8Array>[] = [
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
