import { enteredMac } from '@varde/catalogue/entered-text';

const complete = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/;
/** With separators, some firmware leaves out the leading zeros of the bytes. */
const separated = /^[0-9a-f]{1,2}([:-][0-9a-f]{1,2}){5}$/i;
const longest = 32;

/** A MAC address as devices and people write it: lower case with colons. Undefined: it is none. */
export function macAddressFrom(text: string): string | undefined {
  const given = text.length > longest ? '' : text.trim();
  if (separated.test(given)) {
    const bytes = given.toLowerCase().split(/[:-]/);
    return bytes.map((byte) => byte.padStart(2, '0')).join(':');
  }
  const mac = enteredMac(given);
  return complete.test(mac) ? mac : undefined;
}
