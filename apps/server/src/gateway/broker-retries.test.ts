import { expect, test } from 'vitest';
import { BrokerRetries } from './broker-retries.ts';

const message = (text: string) => ({ topic: 'varde/v1/unit-1/report', payload: Buffer.from(text) });
const poison = message('poison');
const alarm = message('alarm');

/** The delays after so many failures of a message, each after what happens before it. */
function delays(retries: BrokerRetries, count: number, before = () => retries.stored()): number[] {
  return Array.from({ length: count }, () => {
    before();
    return retries.notStored(poison);
  });
}

test('a message that cannot be stored while others are interrupts them less and less often, up to once a minute', () => {
  expect(delays(new BrokerRetries(), 8)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
});

test('while nothing can be stored, the broker is asked as often as at first, whatever it does not give again', () => {
  const retries = new BrokerRetries();
  expect(delays(retries, 4, () => retries.settled(alarm))).toEqual([1_000, 1_000, 1_000, 1_000]);
});

test('a message that fails for the first time waits no longer because another has failed often', () => {
  const retries = new BrokerRetries();
  delays(retries, 8);
  expect(retries.notStored(alarm)).toBe(1_000);
  expect(delays(retries, 1)).toEqual([60_000]);
});

test('one that is stored and then sent once more begins anew, unlike another that goes on failing', () => {
  const retries = new BrokerRetries();
  delays(retries, 3);
  retries.settled(alarm);
  expect(delays(retries, 1)).toEqual([8_000]);
  retries.settled(poison);
  expect(delays(retries, 1)).toEqual([1_000]);
});

test('invented messages do not fill the memory: the one that failed longest ago begins anew', () => {
  const retries = new BrokerRetries();
  delays(retries, 3);
  for (let number = 0; number < 10_000; number++) retries.notStored(message(`${number}`));
  expect(delays(retries, 1)).toEqual([1_000]);
});
