import { expect, it } from 'vitest';
import { metyId } from './message-types.ts';

it('the numbers of the messages common to all devices are never reused', () => {
  expect(metyId).toMatchObject({
    alarm: 1,
    heartbeat: 2,
    manDown: 3,
    position: 5,
    lowBattery: 6,
    offline: 7,
  });
});
