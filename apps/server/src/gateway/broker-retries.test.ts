import { expect, test } from 'vitest';
import { BrokerRetries } from './broker-retries.ts';

/** The delays after so many failures, each after what happens before it. */
function delays(count: number, before: (retries: BrokerRetries) => void): number[] {
  const retries = new BrokerRetries();
  return Array.from({ length: count }, () => {
    before(retries);
    return retries.next();
  });
}

test('a message that cannot be stored while others are interrupts them less and less often, up to once a minute', () => {
  expect(delays(8, (retries) => retries.stored(false))).toEqual([
    ...[1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000],
  ]);
});

test('while nothing can be stored, the broker is asked as often as at first', () => {
  expect(delays(4, () => undefined)).toEqual([1_000, 1_000, 1_000, 1_000]);
});

test('when all is stored, the next one that is not is asked for as soon as the first', () => {
  const retries = new BrokerRetries();
  for (let failures = 0; failures < 5; failures++) {
    retries.stored(false);
    retries.next();
  }
  retries.stored(true);
  expect(retries.next()).toBe(1_000);
});
