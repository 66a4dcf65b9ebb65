const star = '*'.charCodeAt(0);
/** One character for each byte. */
const bytesAsText = new TextDecoder('latin1');
/** The status text of a watch has its password for SMS among others: `pw:123456;`. */
const password = /(?<=[;,]\s*pw\s*:)[^;\]]+/gi;

/** The frame as it is kept: with stars for the secrets of the watch. */
export function withoutSecrets(frame: Uint8Array, word: string): Uint8Array {
  if (word.toUpperCase() !== 'TS') return frame;
  const kept = frame.slice();
  for (const { index, 0: secret } of bytesAsText.decode(frame).matchAll(password))
    kept.fill(star, index, index + secret.length);
  return kept;
}
