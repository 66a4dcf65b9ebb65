/**
 * How texts are found and ordered, the same in a browser and in both databases, whatever their locale: the functions
 * `search_words` and `name_order` of the migrations do the same, and a test compares them.
 */

/** Marks of letters, and characters that are not seen. */
const marks =
  /[\u0300-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20f0]|[\ufe00-\ufe0f]|[\ufe20-\ufe2f]|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Letters that are no other letter with a mark, and signs that keyboards and word processors write in several ways. */
const plain: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', þ: 'th', đ: 'd', ð: 'd' },
  ...{ ħ: 'h', ı: 'i', ĸ: 'k', ł: 'l', ŋ: 'n', ŧ: 't' },
  ...{ ς: 'σ', '‐': '-', '–': '-', '—': '-', '−': '-', '’': "'", '‘': "'", ʼ: "'" },
};
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

const withoutMarks = (text: string): string => text.replace(marks, '').replace(special, (sign) => plain[sign] ?? sign);

/** A text as a search compares it: without case, marks and what is not seen. */
export const searchWords = (text: string): string => withoutMarks(text.normalize('NFKD').toLowerCase());

/** Whether a text contains these words, however they are written. */
export const hasWords = (text: string, words: string): boolean => searchWords(text).includes(searchWords(words.trim()));

/** The last letters of the Norwegian alphabet, which also stand for those of its neighbours: æ ä ę, ø ö ő œ, å aa, y ü ű. */
const norwegian: readonly (readonly [RegExp, string])[] = [
  [/aa|a\u030a/g, '\u0082'],
  [/ø|œ|o[\u0308\u030b]/g, '\u0081'],
  [/æ|a\u0308|e\u0328/g, '\u0080'],
  [/u[\u0308\u030b]/g, 'y'],
];
/** Signs in their order, which is before the digits. */
const signs = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$';
const sign = /[ -/:-@[-`{-~]/g;

/** Numbers in ten digits, so that they are in the order of their values: 1, 2, 10. */
const withEvenNumbers = (text: string): string =>
  text.replace(/[0-9]+/g, '000000000$&').replace(/0{1,9}([0-9]{10})/g, '$1');

/**
 * The sort key of a name: compared by its characters, names are in the order of the Norwegian alphabet (the primary
 * level of the Unicode collation for `nb`): … z æ ø å, with aa as å; and numbers in theirs.
 */
export function nameOrder(name: string): string {
  const letters = norwegian.reduce(
    (text, [letter, place]) => text.replace(letter, place),
    name.normalize('NFKD').toLowerCase(),
  );
  return withEvenNumbers(withoutMarks(letters).replace(sign, (each) => String.fromCharCode(signs.indexOf(each) + 1)));
}

/** For sorting by name. */
export function byName(a: string, b: string): number {
  const [one, other] = [nameOrder(a), nameOrder(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
