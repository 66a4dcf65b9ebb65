/** The beginning of a text that is longer than this, in UTF-16 units: it ends with a whole character, also an emoji of several. */
export function beginningOf(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = new Intl.Segmenter().segment(text).containing(longest)?.index ?? 0;
  // A tower of accents can be longer.
  return text.slice(0, end === 0 ? longest : end).toWellFormed();
}
