/** Longer texts are not repaired: firmware that prints JSON by hand sends short ones, and anybody can send a long one. */
export const longestRepaired = 4 * 1024;

const deepest = 16;

/** One piece of JSON, blanks before it included: a text, a bracket or a mark, or a word up to the next of them. */
const piece = /[\s\0]*(?:("[^"\\]*(?:\\[\s\S][^"\\]*)*")|([{}[\],:])|([^\s\0"{}[\],:]+))/y;
/** `59,91` as the value of a member: the name of the next one could not begin with a digit. */
const decimalComma = /[\s\0]*([+-]?\d+),(\d+)(?=\s*[,}])/y;

/**
 * The JSON value at the start of a text, as JSON that every parser reads, where the text departs from it in one of the
 * ways that firmware does: raw line breaks in texts, a comma before a closing bracket, `NaN`, `True`, `007`, `.5`, a
 * decimal comma, and bytes behind the value. RFC 8259, 9: a parser may accept more than JSON. Null: it is none, or its end
 * is missing. Linear in the length of the text.
 */
export function repairJson(text: string): string | null {
  if (text.length > longestRepaired) return null;
  const pieces: string[] = [];
  let [at, depth] = [0, 0];
  do {
    const number = pieces.at(-1) === ':' ? match(decimalComma, text, at) : null;
    const found = number ?? match(piece, text, at);
    if (found === null) return null;
    at += found[0].length;
    if (number !== null) pieces.push(JSON.stringify(Number(`${number[1]}.${number[2]}`)));
    else {
      const [, quoted, mark, word = ''] = found;
      const read = mark ?? (quoted === undefined ? wordJson(word) : textJson(quoted));
      if (read === null) return null;
      if (isEnd(read) && pieces.at(-1) === ',') pieces.pop();
      if (read === ',' && /^[,:[{]$/.test(pieces.at(-1) ?? ',')) return null;
      pieces.push(read);
      if (read === '{' || read === '[') depth += 1;
      if (isEnd(read)) depth -= 1;
    }
  } while (depth > 0 && depth <= deepest);
  return depth === 0 ? pieces.join('') : null;
}

const isEnd = (read: string) => read === '}' || read === ']';

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** A text with its control characters escaped, and without the backslash of an escape that JSON does not have. */
function textJson(quoted: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON wants them escaped
  return quoted.replace(/\\(?:["\\/bfnrt]|u[0-9a-f]{4})|\\|[\0-\x1f]/gi, (found) => {
    if (found.length > 1) return found;
    return found === '\\' ? '' : JSON.stringify(found).slice(1, -1);
  });
}

function wordJson(word: string): string | null {
  if (/^(true|false|null)$/i.test(word)) return word.toLowerCase();
  if (/^(none|undefined|[+-]?(nan|inf|infinity))$/i.test(word)) return 'null';
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(word) ? JSON.stringify(Number(word)) : null;
}
