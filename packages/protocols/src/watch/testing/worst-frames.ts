import type { WorstFrame } from '../../testing/worst-frame.ts';
import { bytesOf, encodeWatchFrame } from '../frame.ts';
import { maxFrameBytes } from '../framer.ts';

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

export const worstFrames: readonly WorstFrame<Uint8Array>[] = [
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
