/**
 * A whole number as a number format that adds zeros shows it, such as `0000000000`, `00 00 00 00` or `"SN-"00000`; null:
 * the format adds none, or is one of another kind.
 */
export function shownByFormat(format: string, digits: string): string | null {
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
