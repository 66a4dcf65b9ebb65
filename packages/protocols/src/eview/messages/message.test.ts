import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../hex.ts';
import { configurationItemArbitraries } from '../../testing/eview-configuration-items.ts';
import { dataItemArbitraries } from '../../testing/eview-data-items.ts';
import { controlItemArbitraries, eviewMessages } from '../../testing/eview-messages.ts';
import { decodeMessage, type EviewMessage, encodeMessage } from './message.ts';

function survives(message: EviewMessage): void {
  expect(decodeMessage(encodeMessage(message))).toEqual(message);
}

describe('items on the wire', () => {
  it.each(dataItemArbitraries)('data item %s is decoded as it was encoded', (_type, arbitrary) => {
    fc.assert(fc.property(arbitrary, (item) => survives({ command: 'data', items: [item] })));
  });

  it.each(configurationItemArbitraries)('configuration item %s is decoded as it was encoded', (_type, arbitrary) => {
    fc.assert(fc.property(arbitrary, (item) => survives({ command: 'configuration', items: [item] })));
  });

  it.each(controlItemArbitraries)('control item %s is decoded as it was encoded', (_type, arbitrary) => {
    fc.assert(fc.property(arbitrary, (item) => survives({ command: 'systemControl', items: [item] })));
  });

  it('refuses to encode an item that does not fit in its length byte', () => {
    const value = 'ab'.repeat(255);
    const items = [{ type: 'unknown' as const, key: 0x80, value }];
    expect(() => encodeMessage({ command: 'data', items })).toThrow(RangeError);
  });
});

describe('messages on the wire', () => {
  it('are decoded as they were encoded', () => {
    fc.assert(fc.property(eviewMessages, survives));
  });

  it('are encoded to the bytes that they were decoded from', () => {
    const bodies = fc
      .tuple(fc.constantFrom(1, 2, 3, 4, 0x7e, 0x7f, 0x55), fc.uint8Array({ maxLength: 120 }))
      .map(([command, rest]) => Uint8Array.of(command, ...rest));
    fc.assert(
      fc.property(bodies, (body) => {
        expect(toHex(encodeMessage(decodeMessage(body)))).toBe(toHex(body));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['an item of length 0', '0100', [{ type: 'unknown', key: null, value: '' }]],
    ['a status that is too short', '0103242a2b', [{ type: 'unknown', key: 0x24, value: '2a2b' }]],
    ['a WiFi scan with half an entry', '010422c92ec4', [{ type: 'unknown', key: 0x22, value: 'c92ec4' }]],
    ['a name that is no text', '020213ff', [{ type: 'unknown', key: 0x13, value: 'ff' }]],
    ['an identity with a blank in it', '0104013120 32', [{ type: 'unknown', key: 0x01, value: '312032' }]],
    ['an alarm that is longer than known', '010802001000000102 03', [{ type: 'alarm', bits: 0x1000, extra: '010203' }]],
  ])('keep %s and continue with the next item', (_what, hex, items) => {
    const next = '02105a';
    expect(decodeMessage(fromHex(hex + next))).toMatchObject({ items: [...items, expect.anything()] });
  });

  it('keep an item that claims to be longer than the frame', () => {
    expect(decodeMessage(fromHex('01 0210 5a 092400'))).toEqual({
      command: 'data',
      items: [{ type: 'heartbeat', level: 90 }],
      tail: '092400',
    });
  });

  it('keep an answer of an unusual form', () => {
    expect(decodeMessage(fromHex('7f'))).toEqual({ command: 'response', code: null });
    expect(decodeMessage(fromHex('7f0105aa'))).toEqual({ command: 'response', code: 5, rest: 'aa' });
    expect(decodeMessage(fromHex('7f02'))).toEqual({ command: 'response', code: null, rest: '02' });
  });
});
