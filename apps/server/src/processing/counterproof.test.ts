import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { expect, test } from 'vitest';
import { Counterproof } from './counterproof.ts';
import { loadOf, type QueuedUplink } from './next-batch.ts';

const minute = 60_000;

/** A message of this device; `frame` tells it from its others. */
function message(identity: string, frame: number, sample = sampleOf()): QueuedUplink {
  const uplink = messageUplink(identity, 0, [sample], { raw: new Uint8Array([frame]) });
  return { uplink, load: loadOf(uplink) };
}
const press = (identity: string, frame: number) => message(identity, frame, sosSample());

type Verdict = 'stored' | 'duplicate' | null;

/** Batches as processing hands them over. */
class Batches {
  readonly #counterproof = new Counterproof();

  commit(uplink: QueuedUplink, verdict: Verdict = 'stored', opened = 0): void {
    this.#counterproof.committed([uplink], { verdicts: [verdict], opened: new Set(Array(opened).keys()) });
    this.#counterproof.batchEnds();
  }

  settle(uplink: QueuedUplink): void {
    this.#counterproof.settled([uplink]);
  }

  isHopeless(uplink: QueuedUplink): boolean {
    return this.#counterproof.isHopeless(uplink);
  }

  /** One that fails, in a batch of its own. */
  blames(uplink: QueuedUplink, now = 0): boolean {
    const isToBlame = this.#counterproof.blames(uplink, now);
    this.#counterproof.batchEnds();
    return isToBlame;
  }
}

test('a message that fails is to blame when others were stored after it began to fail', () => {
  const batches = new Batches();
  expect([batches.blames(message('a', 1)), batches.blames(message('a', 1))]).toEqual([false, false]);
  batches.commit(message('b', 1));
  expect(batches.blames(message('a', 1))).toBe(true);
});

test('a device that was to blame for one message is not to blame for what it sends while the database fails', () => {
  const batches = new Batches();
  batches.blames(press('a', 1));
  batches.commit(press('b', 1), 'stored', 1);
  expect(batches.blames(press('a', 1))).toBe(true);
  expect([batches.blames(press('a', 2)), batches.blames(press('a', 2))]).toEqual([false, false]);
  batches.commit(press('b', 2), 'stored', 1);
  expect(batches.blames(press('a', 1), 7 * 24 * 60 * minute)).toBe(false);
});

test.each<[string, (batches: Batches) => void]>([
  ['was stored', (batches) => batches.commit(press('a', 1), 'stored', 1)],
  ['was stored before', (batches) => batches.commit(press('a', 1), 'duplicate')],
  ['was raised without its readings', (batches) => batches.settle(press('a', 1))],
])('an alarm that failed once and then %s is not to blame at the next fault of the database', (_, end) => {
  const batches = new Batches();
  batches.blames(press('a', 1));
  batches.commit(press('b', 1), 'stored', 1);
  end(batches);
  expect(batches.blames(press('a', 1))).toBe(false);
});

test('an alarm that its device gave up is not to blame minutes later, when the database fails', () => {
  const batches = new Batches();
  batches.blames(press('a', 1));
  batches.commit(press('b', 1), 'stored', 1);
  expect(batches.blames(press('a', 1), 5 * minute)).toBe(false);
});

test('an alarm whose device another transaction holds goes on failing', () => {
  const batches = new Batches();
  batches.blames(press('a', 1));
  batches.commit(press('b', 1), 'stored', 1);
  batches.commit(press('a', 1), null);
  expect(batches.blames(press('a', 1))).toBe(true);
});

test('another press of an open alarm does not show that an alarm can be opened', () => {
  const batches = new Batches();
  batches.blames(press('a', 1));
  batches.commit(press('b', 1), 'stored');
  expect(batches.blames(press('a', 1))).toBe(false);
  batches.commit(press('c', 1), 'stored', 1);
  expect(batches.blames(press('a', 1))).toBe(true);
});

test('a message that its device sends between others that can be stored is to blame', () => {
  const batches = new Batches();
  expect(batches.blames(message('a', 1))).toBe(false);
  batches.commit(message('a', 2));
  expect(batches.blames(message('a', 1))).toBe(true);
  batches.commit(message('a', 3));
  expect(batches.blames(message('a', 1))).toBe(true);
});

test('invented messages do not fill the memory: the oldest that fails has to fail twice anew', () => {
  const batches = new Batches();
  for (let number = 0; number <= 10_000; number++) batches.blames(message(`${number}`, 1));
  batches.commit(message('b', 1));
  expect(batches.blames(message('10000', 1))).toBe(true);
  expect(batches.blames(message('0', 1))).toBe(false);
});

test.each([
  ['a message', message, 1],
  ['an alarm', press, 3],
])('%s that is to blame is hopeless when others were stored between enough of its failures', (_, failing, needed) => {
  const batches = new Batches();
  batches.blames(failing('a', 1));
  for (let times = 1; times <= needed; times++) {
    expect(batches.isHopeless(failing('a', 1))).toBe(false);
    for (let other = 0; other < 5; other++) batches.commit(failing(`b${other}`, times), 'stored', 1);
    expect(batches.blames(failing('a', 1))).toBe(true);
  }
  expect(batches.isHopeless(failing('a', 1))).toBe(true);
});
