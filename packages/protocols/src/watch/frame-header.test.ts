import { describe, expect, it } from 'vitest';
import { bytesOf } from './frame.ts';
import { longestHeader, readFrameHeader } from './frame-header.ts';

/** Reads a header behind other bytes, where `more` has not arrived yet. */
function read(text: string, more = '') {
  const before = bytesOf('xx');
  const given = bytesOf(text);
  const bytes = Uint8Array.of(...before, ...given, ...bytesOf(more));
  return readFrameHeader(bytes, before.length, before.length + given.length);
}

describe('the header of a watch frame', () => {
  it.each([
    ['[3G*8800000015*0002*', { prefixLength: 15, hasIndex: false, contentOffset: 20, announcedLength: 2 }],
    ['[aZ*1*9*', { prefixLength: 6, hasIndex: false, contentOffset: 8, announcedLength: 9 }],
    ['[0z*A*aF*', { prefixLength: 6, hasIndex: false, contentOffset: 9, announcedLength: 0xaf }],
    ['[9A*z*fFA*', { prefixLength: 6, hasIndex: false, contentOffset: 10, announcedLength: 0xffa }],
    ['[ZJ*1*00a7*0102*', { prefixLength: 6, hasIndex: true, contentOffset: 16, announcedLength: 0x102 }],
    ['[ZJ*1*09Af*FFff*', { prefixLength: 6, hasIndex: true, contentOffset: 16, announcedLength: 0xffff }],
  ])('%s is read, and is incomplete before its last byte', (text, header) => {
    expect(read(`${text}LK`)).toEqual(header);
    for (let length = 1; length < text.length; length++)
      expect(read(text.slice(0, length), text.slice(length))).toBe('incomplete');
  });

  it('has no index when the field after the length is content', () => {
    const plain = { prefixLength: 6, hasIndex: false, contentOffset: 11, announcedLength: 2 };
    for (const content of ['LK]', '000*', '0000]', '0000L', '000g*', '*', '00000*'])
      expect(read(`[3G*1*0002*${content}`)).toEqual(plain);
    for (const undecided of ['', '0', '0000']) expect(read(`[3G*1*0002*${undecided}`, '*]')).toBe('incomplete');
    // Three digits are a length, never an index.
    expect(read('[3G*1*002*0003*')).toMatchObject({ hasIndex: false, contentOffset: 10, announcedLength: 2 });
  });

  it.each([
    '[*',
    '[3*',
    '[3*1*0002*',
    '[-G*1*0002*',
    '[3/*1*0002*',
    '[3:*1*0002*',
    '[3@*1*0002*',
    '[3[*1*0002*',
    '[3`*1*0002*',
    '[3{*1*0002*',
    '[3G-1*0002*',
    '[3G**0002*',
    '[3G*-*0002*',
    '[3G*1-0002*',
    '[3G*1**',
    '[3G*1*g*',
    '[3G*1*G*',
    '[3G*1*/*',
    '[3G*1*@*',
    '[3G*1*`*',
    '[3G*1*00021*',
    `[3G*${'1'.repeat(21)}*0002*`,
  ])('%s is malformed', (text) => {
    expect(read(text, 'x')).toBe('invalid');
  });

  it('has an identity of 20 characters at most, which gives the longest header', () => {
    const longest = `[3G*${'1'.repeat(20)}*0000*0002*`;
    expect(longest).toHaveLength(longestHeader);
    expect(read(longest)).toMatchObject({ hasIndex: true, contentOffset: longestHeader });
  });
});
