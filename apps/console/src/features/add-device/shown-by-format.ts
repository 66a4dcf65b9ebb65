import type { Cell } from './cell.ts';

/** Digits that a spreadsheet keeps of a number. */
const keptDigits = 15;

/** A number as its format shows it. One with zeros before it is a text to whoever wrote it. */
export function shownNumber(format: string, value: number): Cell {
  const text = Number.isInteger(value) ? BigInt(value).toString() : String(value);
  if (text.length > keptDigits && Number.isInteger(value)) return { text, shown: text, origin: 'cut' };
  if (/^(?:General|@|[0#?])$/i.test(format)) return { text, shown: text, origin: 'number' };
  const zeros = withZeros(format, text);
  if (zeros !== null) return { text: zeros, shown: zeros, origin: 'text' };
  const decimals = /\.([0#?]+)/.exec(format)?.[1]?.length ?? 0;
  const shown = /E\+/i.test(format)
    ? value.toExponential(decimals).toUpperCase().replace('.', ',')
    : new Intl.NumberFormat('nb', {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        useGrouping: format.includes(','),
        style: format.includes('%') ? 'percent' : 'decimal',
      }).format(value);
  return { text, shown, origin: shown === text ? 'number' : 'formatted' };
}

/** A date as its format shows it, in Norwegian. */
export function shownDate(format: string, date: Date): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('nb', { ...options, timeZone: 'UTC' }).format(date).replace(/\.$/, '');
  const two = (number: number) => String(number).padStart(2, '0');
  const parts =
    partsOf(format)
      .join('')
      .match(/y+|m+|d+|h+|s+|"[^"]*"|\\.|_.|AM\/PM|./gi) ?? [];
  let isTime = false;
  return parts
    .map((sign) => {
      const key = sign.toLowerCase();
      if (/^[hs]/.test(key)) isTime = true;
      if (/^[dy]/.test(key)) isTime = false;
      if (/^y/.test(key)) return key.length > 2 ? part({ year: 'numeric' }) : two(date.getUTCFullYear() % 100);
      if (/^m{3}/.test(key)) return part({ month: key.length === 3 ? 'short' : 'long' });
      if (/^m/.test(key)) return isTime ? two(date.getUTCMinutes()) : padded(key, date.getUTCMonth() + 1);
      if (/^d{3}/.test(key)) return part({ weekday: key.length === 3 ? 'short' : 'long' });
      if (/^d/.test(key)) return padded(key, date.getUTCDate());
      if (/^h/.test(key)) return padded(key, date.getUTCHours());
      if (/^s/.test(key)) return padded(key, date.getUTCSeconds());
      return literalOf(sign);
    })
    .join('');
}

const padded = (sign: string, number: number): string => String(number).padStart(sign.length, '0');

/**
 * A whole number as a number format that adds zeros shows it, such as `0000000000`, `00 00 00 00` or `"SN-"00000`; null:
 * the format adds none, or is one of another kind.
 */
function withZeros(format: string, digits: string): string | null {
  const parts = partsOf(format);
  const places = parts.filter(isPlace).length;
  if (!/^\d{1,15}$/.test(digits) || parts.filter((part) => part === '0').length < 2) return null;
  if (parts.some((part) => /^[.,%/Ee@a-z[]/i.test(part))) return null;
  let [rest, left] = [digits.replace(/^0+/, ''), places];
  const shown = parts.toReversed().map((part) => {
    if (!isPlace(part)) return literalOf(part);
    left -= 1;
    // The first place takes all digits that are left.
    const taken = left === 0 ? rest : rest.slice(-1);
    rest = rest.slice(0, rest.length - taken.length);
    return taken === '' && part === '0' ? '0' : taken;
  });
  return shown.toReversed().join('');
}

/** The parts of the section for positive numbers, without colours and languages. */
function partsOf(format: string): string[] {
  const parts: string[] = format.match(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|./gs) ?? [];
  const end = parts.indexOf(';');
  return parts
    .slice(0, end === -1 ? parts.length : end)
    .filter((part) => !/^\[(\$|[a-z]+\]$)/i.test(part) && !part.startsWith('*'));
}

const isPlace = (part: string): boolean => part === '0' || part === '#' || part === '?';

function literalOf(part: string): string {
  if (part.startsWith('"')) return part.slice(1, -1);
  if (part.startsWith('_')) return ' ';
  return part.startsWith('\\') ? part.slice(1) : part;
}
