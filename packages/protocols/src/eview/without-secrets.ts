import { headerBytes } from './frame.ts';
import { configurationItems } from './messages/configuration-items.ts';

const star = '*'.charCodeAt(0);
const secrets: readonly (number | null)[] = [
  configurationItems.keyOf({ type: 'smsPassword', value: 0 }),
  configurationItems.keyOf({ type: 'apnPassword', text: '' }),
];

/** The frame as it is kept: with stars for the secrets of the device, which a report of its settings holds. */
export function withoutSecrets(frame: Uint8Array, word: string): Uint8Array {
  if (word !== 'configuration') return frame;
  const kept = frame.slice();
  // Behind the command there are items: length, key, value.
  for (let at = headerBytes + 1; at < kept.length; at += 1 + (frame[at] ?? 0))
    if (secrets.includes(frame[at + 1] ?? null)) kept.fill(star, at + 2, at + 1 + (frame[at] ?? 0));
  return kept;
}
