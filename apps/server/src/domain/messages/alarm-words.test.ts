import { describe, expect, it } from 'vitest';
import { alarmWords, confirmSms, testCall, testSms } from './alarm-words.ts';
import { replyWords } from './reply-words.ts';

/** The last place of a text that is cut there is the middle of a house of two UTF-16 units. */
const endsInHouse = (length: number) => `${'a'.repeat(length - 1)}🏠 hjemme`;
const place = { posType: 0, posTime: null, posAccuracy: null, posLati: 62.4722, posLong: 6.1549, place: null };
const facts = { metyId: 1, name: 'Astrid', at: new Date(0), timeZone: 'UTC', place: null, note: null };
const at = { at: 0, timeZone: 'UTC' };

describe('a message about an alarm has no half of an emoji where it cuts', () => {
  it.each([
    ['the name of a wearer', alarmWords('nb', { ...facts, name: endsInHouse(80) }).name, 79],
    ['a place', alarmWords('nb', { ...facts, place: { ...place, place: endsInHouse(120), address: null } }).place, 119],
    [
      'a place aloud',
      alarmWords('nb', { ...facts, place: { ...place, place: endsInHouse(120), address: null } }).placeName,
      119,
    ],
    [
      'an address',
      alarmWords('nb', { ...facts, place: { ...place, address: endsInHouse(100) } }).place.split(' (')[0],
      99,
    ],
  ])('%s', (_, text, length) => {
    expect(text).toBe('a'.repeat(length));
  });

  it.each([
    ['the name in a test call', testCall('nb', endsInHouse(80))],
    ['the name in a test SMS', testSms('nb', { ...at, name: endsInHouse(80) })],
    ['the customer who asks for a number', confirmSms('nb', { customer: endsInHouse(80), link: '' })],
    ['the customer in the hint', replyWords.nb.hint({ customer: endsInHouse(40), hasPin: false })],
  ])('%s', (_, text) => {
    expect(text).toContain('aaa');
    expect(text).not.toMatch(/[\ud800-\udfff\ufffd]/u);
    expect(text).not.toContain('hjemme');
  });
});
