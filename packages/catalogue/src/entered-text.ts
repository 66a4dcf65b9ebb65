/**
 * What people, programs and devices write is read by these functions at the edge, once: what is stored and compared is
 * what somebody sees.
 */

/** No-break, thin and wide spaces, and tabs. */
const spaces = /[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
/** What changes the direction of the text around it, and what is not seen and says nothing. */
const stray = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff]/g;
const unseen = /[\p{Cf}\p{DI}]/gu;
/** Unicode's stream-safe text has no more marks on one character; to put any number in order takes NFC time that grows with its square. */
const towers = /(\p{M}{30})\p{M}+/gu;
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;

/**
 * Any text: composed (NFC), every kind of space a space, without marks of direction that a program has put around it, and
 * without what is beyond 30 marks of one character.
 */
export const enteredText = (text: string): string =>
  text
    .replace(towers, '$1')
    .normalize('NFC')
    .replace(spaces, ' ')
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(stray, '');

/**
 * What identifies somebody or something, such as a serial number, an address or a number: also without any other character
 * that is not seen, with plain hyphens, and without spaces around it.
 */
export const enteredCode = (text: string): string => enteredText(text).replace(unseen, '').replace(hyphens, '-').trim();

/** A phone number as people store it, for devices and providers: `(0047) 912-34/567` is `+4791234567`. */
export const enteredNumber = (text: string): string =>
  enteredCode(text)
    .replace(/[\s().\-/]/g, '')
    .replace(/^00/, '+');

/** Names with the same key are the same name, in any case. */
export const nameKey = (name: string): string => enteredText(name).trim().toLowerCase();

/**
 * The number of a device's SIM card, in international form where it is unambiguous: a Norwegian number gets its country,
 * also one of a machine, which has twelve digits that begin with 58 or 59, and one with its country of which a spreadsheet
 * took the plus for that of a sum.
 */
export function enteredDeviceNumber(text: string): string {
  const number = enteredNumber(text);
  return number.replace(/^(?:47)?([2-9]\d{7}|5[89]\d{10})$/, '+47$1');
}

/** A MAC address in lower case with colons, however it is separated; any other text as a code. */
export function enteredMac(text: string): string {
  const code = enteredCode(text).toLowerCase();
  const digits = code.replace(/[\s:.-]/g, '');
  return /^[0-9a-f]{12}$/.test(digits) ? digits.replace(/..(?=.)/g, '$&:') : code;
}
