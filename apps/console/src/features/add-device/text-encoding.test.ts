import { expect, it } from 'vitest';
import { decoded } from './text-encoding.ts';

const names = ['Bodø', 'Ås', 'BÅTSFJORD', 'Østre fløy', 'Ærfugl', 'Håkon', 'KÆRE', 'Östen Märta', 'Kari’s – øst'];
/** The bytes of page 850, and of page 865, which has these letters at the same places. */
const dosBytes: Record<string, number> = {
  ø: 0x9b,
  Ø: 0x9d,
  å: 0x86,
  Å: 0x8f,
  æ: 0x91,
  Æ: 0x92,
  ö: 0x94,
  Ö: 0x99,
  ä: 0x84,
};
const bytesBy = (encoding: string): Record<string, number> =>
  Object.fromEntries(
    Array.from({ length: 128 }, (_, at) => [new TextDecoder(encoding).decode(new Uint8Array([128 + at])), 128 + at]),
  );

it.each([
  ['Windows', bytesBy('windows-1252')],
  ['a Mac', bytesBy('macintosh')],
  ['MS-DOS', dosBytes],
])('one name alone tells that its letters are those of %s', (_system, bytes) => {
  const writable = names.filter((name) => [...name].every((sign) => sign in bytes || sign < '\u0080'));
  expect(writable.length).toBeGreaterThan(7);
  for (const name of writable) {
    const content = new Uint8Array(Array.from(name, (sign) => bytes[sign] ?? sign.charCodeAt(0)));
    expect(decoded(content), name).toEqual({ text: name, isSure: true });
  }
});

it('letters that may as well be others are not sure', () => {
  const dos = new Uint8Array([0x8e, ...new TextEncoder().encode('ngen')]);
  expect(decoded(dos).isSure).toBe(false);
  expect(decoded(new TextEncoder().encode('Ängen'))).toEqual({ text: 'Ängen', isSure: true });
});

it('a typographic apostrophe of Windows is no capital letter of MS-DOS', () => {
  expect(decoded(new Uint8Array([...new TextEncoder().encode('Kari'), 0x92, 0x73]))).toEqual({
    text: 'Kari’s',
    isSure: true,
  });
});
