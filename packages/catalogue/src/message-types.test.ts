import { expect, it } from 'vitest';
import { metyId } from './message-types.ts';

it('the numbers of the messages that every device sends are never given to others', () => {
  expect(metyId).toMatchObject({
    alarm: 1,
    heartbeat: 2,
    manDown: 3,
    position: 5,
    lowBattery: 6,
    offline: 7,
  });
});
