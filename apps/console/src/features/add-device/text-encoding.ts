/** Letters that names in the Nordic countries have, and others that they may have. */
const likely = new Set('æøåÆØÅ');
const possible = new Set('äöéüÄÖÉÜ’“”–');
/** The bytes from 128 of code page 850 of MS-DOS, which has the letters of page 865 at the same places. */
const dosSigns =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■\u00A0';

/** How spreadsheets write text that is not Unicode. */
const encodings: readonly ((bytes: Uint8Array) => string)[] = [
  (bytes) => new TextDecoder('windows-1252').decode(bytes),
  (bytes) => new TextDecoder('macintosh').decode(bytes),
  (bytes) => Array.from(bytes, (byte) => dosSigns[byte - 128] ?? String.fromCharCode(byte)).join(''),
];

/** The text of a file that does not say how its letters are written; not sure: it may be read in another way as well. */
export function decoded(bytes: Uint8Array): { text: string; isSure: boolean } {
  const unicode = unicodeOf(bytes);
  if (unicode !== null) return { text: unicode, isSure: true };
  const readings = encodings.map((decode) => decode(bytes)).map((text) => ({ text, likelihood: likelihoodOf(text) }));
  const [first = { text: '', likelihood: 0 }, second] = readings.toSorted((a, b) => b.likelihood - a.likelihood);
  return { text: first.text, isSure: first.likelihood > Math.max(0, second?.likelihood ?? 0) };
}

/** UTF-16 with or without its mark, or UTF-8; null: the file is neither. */
function unicodeOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return textIn('utf-16le', bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return textIn('utf-16be', bytes);
  return textIn('utf-8', bytes);
}

function textIn(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** How much a text looks like one that somebody wrote: each sign that is rare in names takes from it. */
function likelihoodOf(text: string): number {
  let sum = 0;
  for (const [at, sign] of [...text].entries()) {
    if (/\p{ASCII}/u.test(sign)) continue;
    const isAstray = /\p{Lu}/u.test(sign) && /\p{Ll}/u.test(text[at - 1] ?? '');
    if (isAstray) sum -= 3;
    else if (likely.has(sign)) sum += 3;
    else if (possible.has(sign)) sum += 1;
    else if (!/[\p{L}\u00a0«»°§€£·…]/u.test(sign)) sum -= 3;
  }
  return sum;
}
