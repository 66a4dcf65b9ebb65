/** A stored request of a phone must not let its reader act as the phone. */

const mask = '***';

/** As in an address: `t` is `%74`. */
const percents = (letter: string): string => [...Buffer.from(letter)].map((byte) => `%${byte.toString(16)}`).join('');
const hex = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(4, '0');

/** The word, with each letter also escaped. In any case the Kelvin sign is a k too. */
const spelled = (escaped: (letter: string) => string): string =>
  ['tT', 'oO', 'kK\u212a', 'eE', 'nN']
    .map((letters) => `(?:${[...letters].flatMap((letter) => [letter, escaped(letter)]).join('|')})`)
    .join('');

/** The name of a field, as the parser of a form reads it, and its value. */
const formField = (value: string): RegExp => new RegExp(`(^|[?&])${spelled(percents)}(?:=${value}*|(?=&|$))`, 'gi');
const fieldOfForm = formField('[^&]');
/** In JSON the text around the field stays. */
const fieldInJson = formField('[^&"]');

/** A name in JSON with its colon, as the parser reads it: it ignores backslashes that JSON does not have. */
const jsonName = new RegExp(`"${spelled((letter) => `\\\\(?:${letter}|u${hex(letter)})`)}"[\\s\\0]*:[\\s\\0]*`, 'gi');

/** The address of a request without the token in its query. */
export function urlWithoutToken(url: string): string {
  const question = url.indexOf('?') + 1;
  return question === 0 ? url : url.slice(0, question) + formWithoutToken(url.slice(question));
}

/** A form or JSON without its token, in one pass over the text for each: neither is parsed. */
export function bodyWithoutToken(body: string): string {
  const isJson = /^\s*[[{]/.test(body);
  return jsonWithoutToken(formWithoutToken(body, isJson ? fieldInJson : fieldOfForm));
}

/** A header with a token, with the lines on which it goes on. */
const authorization = /(authorization:)(?:[^\r\n]+|\r?\n[\t ])*/gi;

/** The bytes of a request that no parser has read: a token may be in its address, a header or its body. */
export function requestWithoutToken(bytes: Buffer): Buffer {
  const text = urlWithoutToken(bytes.toString('latin1')).replace(authorization, `$1 ${mask}`);
  return Buffer.from(bodyWithoutToken(text), 'latin1');
}

const formWithoutToken = (form: string, field = fieldOfForm): string => form.replace(field, `$1token=${mask}`);

function jsonWithoutToken(body: string): string {
  let kept = '';
  let done = 0;
  for (const { 0: name, index } of body.matchAll(jsonName)) {
    if (index < done) continue; // inside a value that is masked
    const value = index + name.length;
    kept += `${body.slice(done, value)}"${mask}"`;
    done = endOfValue(body, value);
  }
  return kept + body.slice(done);
}

/** Behind a value of JSON; of a torn one, behind the text. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at);
      if (depth === 0) return at + 1;
    } else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth < 0 || (depth === 0 && char === ',')) return at;
    if (depth === 0 && (char === ']' || char === '}')) return at + 1;
  }
  return text.length;
}

/** At the closing quote of a string; of a torn one, at the end of the text. */
function endOfString(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
