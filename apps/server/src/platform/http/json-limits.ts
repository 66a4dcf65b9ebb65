/** Deeper than any call needs. */
const mostDepth = 16;
/** One value for so many bytes that a body may have: the shortest ids with their comma and quotes. */
const bytesPerValue = 8;

/**
 * Whether JSON is too deep, or has too many values, to be parsed and walked: what a value costs does not depend on its
 * length. Counts brackets and commas outside of texts, without regard to anything else.
 */
export function isTooComplex(json: string, maxBytes: number): boolean {
  const mostValues = maxBytes / bytesPerValue;
  let [depth, values] = [0, 1];
  for (let at = 0; at < json.length; at++) {
    const char = json.charCodeAt(at);
    if (char === quote) at = endOfText(json, at);
    else if (char === comma) values += 1;
    else if (char === openingBracket || char === openingBrace) {
      depth += 1;
      values += 1;
    } else if (char === closingBracket || char === closingBrace) depth -= 1;
    if (depth > mostDepth || values > mostValues) return true;
  }
  return false;
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

function endOfText(json: string, opening: number): number {
  let at = opening + 1;
  while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1;
  return at;
}
