import { vocabulary } from '@varde/catalogue/settings/vocabulary';

const star = '*'.charCodeAt(0);
/** One character for each byte. */
const bytesAsText = new TextDecoder('latin1');
const keys = vocabulary.filter(({ secret }) => secret).map(({ key }) => key);
/** The value of a secret setting, as text or as a number. */
const secrets = new RegExp(`(?<="(?:${keys.join('|')})"\\s*:\\s*"?)[^\\s",{}[\\]]+`, 'g');

/** What a device sends and is sent, as it is kept: with stars for the values of secret settings. */
export function withoutSecrets(text: Uint8Array): Uint8Array {
  const kept = text.slice();
  for (const { index, 0: secret } of bytesAsText.decode(text).matchAll(secrets))
    kept.fill(star, index, index + secret.length);
  return kept;
}
