/** Characters of the longest address that is kept. */
const longestAddress = 200;

/** An address in one line, with commas between its parts, which come from outside. */
export function addressLine(...parts: readonly (string | null | undefined)[]): string {
  const line = Array.from(parts.map(plain).filter(Boolean).join(', '));
  return line.slice(0, longestAddress).join('').trim();
}

/** As it is written within Norway: without the country. */
export const atHome = (line: string): string => line.replace(/, (Norge|Noreg|Norway)$/, '');

/** A post town as people write it, where a register has it in capitals: "MO I RANA" is Mo i Rana. */
export function postTown(name: string): string {
  if (name !== name.toLocaleUpperCase('nb')) return name;
  return name
    .toLocaleLowerCase('nb')
    .split(' ')
    .map((word, at) => (at > 0 && small.has(word) ? word : word.replaceAll(/(^|-)(\p{L})/gu, capital)))
    .join(' ');
}
const small = new Set(['i', 'og', 'på', 'ved']);
const capital = (_: string, before: string, letter: string) => before + letter.toLocaleUpperCase('nb');

/** Composed, without controls, and without what is not seen, such as marks of direction. */
const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
