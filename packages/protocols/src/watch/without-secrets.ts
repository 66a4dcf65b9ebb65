const star = '*'.charCodeAt(0);
/** One character for each byte. */
const bytesAsText = new TextDecoder('latin1');
/** The status text of a watch has its password for SMS among others, `pw:123456;`, and the command that sets it, `PW,123456]`. */
const password = /(?<=[;,]\s*pw\s*:)[^;\]]+|(?<=\*pw,)[^\]]+/gi;

/** Frames as they are kept: with stars for the secrets of the watch. */
export function withoutSecrets(frames: Uint8Array, word: string): Uint8Array {
  const words = word.toUpperCase().split(' ');
  if (!words.includes('TS') && !words.includes('PW')) return frames;
  const kept = frames.slice();
  for (const { index, 0: secret } of bytesAsText.decode(frames).matchAll(password))
    kept.fill(star, index, index + secret.length);
  return kept;
}
