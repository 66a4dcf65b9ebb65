import { vocabulary } from '@varde/catalogue/settings/vocabulary';

const star = '*'.charCodeAt(0);
/** One character for each byte. */
const bytesAsText = new TextDecoder('latin1');
const keys = vocabulary.filter(({ secret }) => secret).map(({ key }) => key);
/**
 * A secret setting, in any capitals as it is read, up to its value as text or as a number. It begins with the key, so that
 * blanks are passed once: to look back over them from each one takes 20 seconds for 64 kB of them.
 */
const secrets = new RegExp(`"(?:${keys.join('|')})"[\\s\\0]*:[\\s\\0]*"?([^\\s\\0",{}[\\]]+)`, 'gi');

/** What a device sends and is sent, as it is kept: with stars for the values of secret settings. */
export function withoutSecrets(text: Uint8Array): Uint8Array {
  const kept = text.slice();
  for (const { index, 0: whole, 1: secret = '' } of bytesAsText.decode(text).matchAll(secrets)) {
    const end = index + whole.length;
    kept.fill(star, end - secret.length, end);
  }
  return kept;
}
