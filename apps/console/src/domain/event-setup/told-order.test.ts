import { alarmKinds } from '@varde/catalogue/alarm-kinds';
import { reachesNobody } from '@varde/catalogue/alarm-receivers';
import type { Receiver } from '@varde/contract/event-setup';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receiverRecord } from '../../testing/records.ts';
import { toldOrder, unheardKinds } from './told-order.ts';

const receiver = (name: string, fields: Partial<Receiver> = {}): Receiver => receiverRecord({ name, ...fields });
const order = (...told: Parameters<typeof toldOrder>) =>
  toldOrder(...told).map(({ receiver: { name }, afterSeconds }) => [name, afterSeconds]);

describe('who is told of an alarm', () => {
  it('follows the order of the list, each after the wait of the one before', () => {
    const list = [receiver('Kari'), receiver('Ola', { waitSeconds: 0 }), receiver('Per')];
    expect(order(list, 'alarm', 180)).toEqual([
      ['Kari', 0],
      ['Ola', 60],
      ['Per', 0],
    ]);
  });

  it('leaves out receivers of other kinds, and their wait', () => {
    const list = [receiver('Kari', { events: ['fire'], waitSeconds: 900 }), receiver('Ola')];
    expect(order(list, 'alarm', 180)).toEqual([['Ola', 0]]);
    expect(order(list, 'fire', 180)).toEqual([
      ['Kari', 0],
      ['Ola', 900],
    ]);
  });

  it.each([
    [22 * 60 - 1, []],
    [22 * 60, [['Kari', 0]]],
    [0, [['Kari', 0]]],
    [7 * 60 - 1, [['Kari', 0]]],
    [7 * 60, []],
  ])('keeps hours past midnight at minute %i, the last one excluded', (minute, told) => {
    expect(order([receiver('Kari', { hours: { from: 22 * 60, to: 7 * 60 } })], 'wanderer', minute)).toEqual(told);
  });

  it('keeps no hours in an emergency', () => {
    expect(order([receiver('Kari', { hours: { from: 60, to: 120 } })], 'alarm', 180)).toEqual([['Kari', 0]]);
  });
});

describe('alarms that reach nobody', () => {
  it('are all of an empty list, and none of a list with a receiver of everything', () => {
    expect(unheardKinds([])).toEqual({ never: alarmKinds, sometimes: [] });
    expect(unheardKinds([receiver('Kari')])).toEqual({ never: [], sometimes: [] });
  });

  it('are those outside all hours, and emergencies never', () => {
    const { never, sometimes } = unheardKinds([receiver('Kari', { hours: { from: 0, to: 60 } })]);
    expect(never).toEqual([]);
    expect(sometimes).toContain('wanderer');
    expect(sometimes).not.toContain('alarm');
    const day = receiver('Kari', { hours: { from: 420, to: 1320 } });
    const night = receiver('Ola', { hours: { from: 1320, to: 420 } });
    expect(unheardKinds([day, night]).sometimes).toEqual([]);
  });

  it('include the SOS exactly when the device list counts the list as one that reaches nobody', () => {
    const hours = fc.option(fc.record({ from: fc.nat(1439), to: fc.nat(1439) }));
    const anyReceiver = fc.record({ events: fc.subarray(alarmKinds, { maxLength: 3 }), hours });
    fc.assert(
      fc.property(fc.array(anyReceiver, { maxLength: 3 }), (some) => {
        const list = some.map((fields) => receiver('Kari', fields));
        expect(unheardKinds(list).never.includes('alarm')).toBe(reachesNobody(list));
        expect(unheardKinds(list).sometimes).not.toContain('alarm');
      }),
    );
  });
});
