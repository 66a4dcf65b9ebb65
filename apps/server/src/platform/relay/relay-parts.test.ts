import type { BusMessage } from '@varde/contract/events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MalformedPart, PartJoiner, partsOf } from './relay-parts.ts';

const anna = 'a'.repeat(16);
const berit = 'b'.repeat(16);
const messages = (text: string): BusMessage[] => [{ topic: 'events', version: 1, bodies: [{ text }] }];
const cut = (sender: string, number: number, text: string) => partsOf(sender, number, messages(text)) ?? [];
const joinAll = (parts: readonly string[], joiner = new PartJoiner()) =>
  parts.flatMap((part) => joiner.add(part) ?? []);

test('a short message is one part, and a long one several, none longer than a notification may be', () => {
  expect(cut(anna, 1, 'kort')).toHaveLength(1);
  const parts = cut(anna, 999_999_999_999_999, 'æøå€👵 "\\\0'.repeat(5_000));
  expect(parts.length).toBeGreaterThan(5);
  expect(Math.max(...parts.map((part) => Buffer.byteLength(part)))).toBeLessThan(8000);
});

test('whatever the text, and in whatever order the parts of two senders come, the messages are the same', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30_000, size: 'max' });
  fc.assert(
    fc.property(text, text, fc.infiniteStream(fc.nat()), (one, other, order) => {
      const parts = [...cut(anna, 1, one), ...cut(berit, 1, other)]
        .map((part) => ({ part, at: order.next().value }))
        .sort((a, b) => Number(a.at) - Number(b.at))
        .map(({ part }) => part);
      expect(joinAll(parts)).toHaveLength(2);
      expect(joinAll(parts)).toEqual(expect.arrayContaining([...messages(one), ...messages(other)]));
    }),
    { numRuns: 50 },
  );
});

test('two messages of one sender do not mix, and a repeated part counts once', () => {
  const joiner = new PartJoiner();
  const [a = '', b = '', ...rest] = cut(anna, 1, 'x'.repeat(12_000));
  const [c = '', ...others] = cut(anna, 2, 'y'.repeat(12_000));
  expect(joinAll([a, c, a, b], joiner)).toEqual([]);
  expect(joinAll(rest, joiner)).toEqual(messages('x'.repeat(12_000)));
  expect(joinAll(others, joiner)).toEqual(messages('y'.repeat(12_000)));
});

test('what would take more than 2000 parts is not cut', () => {
  expect(partsOf(anna, 1, messages('x'.repeat(11_500_000)))).not.toBeNull();
  expect(partsOf(anna, 1, messages('x'.repeat(12_500_000)))).toBeNull();
});

test('messages that are never completed are forgotten, the oldest first', () => {
  const joiner = new PartJoiner();
  const [first = '', ...rest] = cut(anna, 0, 'x'.repeat(9_000));
  joiner.add(first);
  for (let number = 1; number <= 3999; number += 1) joiner.add(cut(anna, number, 'x'.repeat(9_000))[0] ?? '');
  const [, last = ''] = cut(anna, 3999, 'x'.repeat(9_000));
  expect(joiner.add(last)).toEqual(messages('x'.repeat(9_000)));
  joiner.add(cut(anna, 4000, 'x'.repeat(9_000))[0] ?? '');
  joiner.add(cut(anna, 4001, 'x'.repeat(9_000))[0] ?? '');
  expect(joinAll(rest, joiner)).toEqual([]);
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
test.each([
  ['nothing', ''],
  ['a sentence', 'hei på deg'],
  ['JSON', '{"topic":"events"}'],
  ['a part of no sender', `kari 1 1/1 ${base64('[]')}`],
  ['part 0', `${anna} 1 0/1 ${base64('[]')}`],
  ['part 2 of 1', `${anna} 1 2/1 ${base64('[]')}`],
  ['one of 2001 parts', `${anna} 1 1/2001 ${base64('[]')}`],
  ['a part with no JSON', `${anna} 1 1/1 ${base64('[{')}`],
  ['a part with no messages', `${anna} 1 1/1 ${base64('{"topic":"events"}')}`],
  ['a message without bodies', `${anna} 1 1/1 ${base64('[{"topic":"events","version":1}]')}`],
])('%s is refused, and the next part is understood', (_, text) => {
  const joiner = new PartJoiner();
  expect(() => joiner.add(text)).toThrow(MalformedPart);
  expect(joinAll(cut(anna, 1, 'kort'), joiner)).toEqual(messages('kort'));
});
