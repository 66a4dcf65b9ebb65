import { expect, it } from 'vitest';
import { codewordsOf } from './codewords.ts';
import { qrMatrix } from './qr-matrix.ts';
import { correctionOf } from './reed-solomon.ts';

const drawn = (text: string) =>
  qrMatrix(text)?.map((line) => line.map((dark) => (dark ? '#' : '.')).join(''));

it('draws a code that readers read: this one was read by ZBar 0.23', () => {
  expect(drawn('varde')).toEqual([
    '#######..#.##.#######',
    '#.....#..###..#.....#',
    '#.###.#.##.##.#.###.#',
    '#.###.#..#.#..#.###.#',
    '#.###.#...#.#.#.###.#',
    '#.....#.....#.#.....#',
    '#######.#.#.#.#######',
    '........##.##........',
    '###.########.##...#..',
    '.#.###.#......#..#.##',
    '...##.#.##..#...#####',
    '.#.#...#.##...#....##',
    '#.##..##..#.#.#.##.##',
    '........##.#.#.#.#..#',
    '#######.####.###...##',
    '#.....#.#..###.##....',
    '#.###.#.#.##.###...##',
    '#.###.#..#....##...#.',
    '#.###.#.#...#...#.#.#',
    '#.....#.#.#...#....#.',
    '#######.##..#.###..##',
  ]);
});

it('grows with the text, and draws nothing where it is too long', () => {
  const sizes = [1, 17, 18, 134, 135, 271].map((length) => qrMatrix('x'.repeat(length))?.length);
  expect(sizes).toEqual([21, 21, 25, 41, 45, 57]);
  expect(qrMatrix('x'.repeat(272))).toBeNull();
  expect(qrMatrix('æ'.repeat(136))).toBeNull();
});

it('has the three corners that a camera looks for', () => {
  const corner = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
  const lines = drawn('otpauth://totp/Varde:kari%40solvik.example') ?? [];
  const cut = (row: number, column: number) =>
    lines.slice(row, row + 7).map((line) => line.slice(column, column + 7));
  const far = lines.length - 7;
  expect([cut(0, 0), cut(0, far), cut(far, 0)]).toEqual([corner, corner, corner]);
});

it('adds the error correction of the standard’s example', () => {
  // ISO/IEC 18004, annex I: the text 01234567 as version 1-M
  const data = [16, 32, 12, 86, 97, 128, 236, 17, 236, 17, 236, 17, 236, 17, 236, 17];
  expect(correctionOf(data, 10)).toEqual([165, 36, 212, 193, 237, 54, 199, 135, 44, 85]);
});

it('fills what the text leaves over in the way of the standard', () => {
  expect(codewordsOf('a')?.codewords.slice(0, 6)).toEqual([0x40, 0x16, 0x10, 0xec, 0x11, 0xec]);
});
