/** Characters of the longest address that is kept. */
const longestAddress = 200;

/** An address in one line, with commas between its parts, which come from outside. */
export function addressLine(...parts: readonly (string | null | undefined)[]): string {
  const line = Array.from(parts.map(plain).filter(Boolean).join(', '));
  return line.slice(0, longestAddress).join('').trim();
}

/** Composed, without controls, and without what is not seen, such as marks of direction. */
const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
