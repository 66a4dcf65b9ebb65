/** The width of a text in points. */
export type Measure = (text: string) => number;

/** More than any cell shows: what is beyond it is not measured. */
const longest = 300;
const ellipsis = '…';
const graphemes = new Intl.Segmenter();
/** Control characters, and those that turn the direction of the text beside them. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]+/gu;

/** The text in at most so many lines of at most this width; what does not fit is replaced by an ellipsis. */
export function fitText(text: string, width: number, lines: number, measure: Measure): string[] {
  const short = text
    .slice(0, longest * 4)
    .replaceAll(unprintable, ' ')
    .trim();
  if (short.length <= longest && measure(short) <= width) return [short];
  let rest = Array.from(graphemes.segment(short), ({ segment }) => segment).slice(0, longest);
  const isCut = rest.join('').length < short.length || text.length > longest * 4;
  const fitted: string[] = [];
  while (fitted.length < lines - 1 && (isCut || measure(rest.join('')) > width)) {
    const fitting = countFitting(rest, width, measure);
    const space = rest.lastIndexOf(' ', fitting);
    const end = space > 0 ? space : Math.max(fitting, 1);
    fitted.push(rest.slice(0, end).join(''));
    rest = rest.slice(rest[end] === ' ' ? end + 1 : end);
  }
  if (!isCut && measure(rest.join('')) <= width) return [...fitted, rest.join('')];
  const fitting = countFitting(rest, width - measure(ellipsis), measure);
  return [...fitted, rest.slice(0, fitting).join('').trimEnd() + ellipsis];
}

/** How many graphemes from the beginning are at most this wide. */
function countFitting(text: readonly string[], width: number, measure: Measure): number {
  let [least, most] = [0, text.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (measure(text.slice(0, middle).join('')) <= width) least = middle;
    else most = middle - 1;
  }
  return least;
}
