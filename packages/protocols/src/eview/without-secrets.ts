import { headerBytes } from './frame.ts';
import { configurationItems } from './messages/configuration-items.ts';

const star = '*'.charCodeAt(0);
const secrets: readonly (number | null)[] = [
  configurationItems.keyOf({ type: 'smsPassword', value: 0 }),
  configurationItems.keyOf({ type: 'apnPassword', text: '' }),
];

/** Frames as they are kept: with stars for the secrets of the device, which reports and writes of its settings hold. */
export function withoutSecrets(frames: Uint8Array, word: string): Uint8Array {
  if (word !== 'configuration') return frames;
  const kept = frames.slice();
  const byte = (at: number) => frames[at] ?? 0;
  for (let frame = 0, end = 0; frame < kept.length; frame = end) {
    end = frame + headerBytes + byte(frame + 2) + 256 * byte(frame + 3);
    // Behind the command there are items: length, key, value.
    for (let at = frame + headerBytes + 1; at < end; at += 1 + byte(at))
      if (secrets.includes(frames[at + 1] ?? null)) kept.fill(star, at + 2, at + 1 + byte(at));
  }
  return kept;
}
