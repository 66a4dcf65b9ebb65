import type { UplinkVerdict } from '@varde/contract/events';
import { messageUplink } from '@varde/testing/uplinks';
import { expect, test } from 'vitest';
import { createInProcessBus, UnprocessableUplink } from '#platform/bus/bus.ts';
import { createLog } from '#platform/log/log.ts';
import { UplinkPublisher } from './uplink-publisher.ts';

/** A publisher, and the answers of processing to each uplink, in order. */
function arrange() {
  const bus = createInProcessBus();
  const answers: { resolve(verdict: UplinkVerdict): void; reject(error: unknown): void }[] = [];
  bus.onUplink(() => new Promise((resolve, reject) => answers.push({ resolve, reject })));
  const publisher = new UplinkPublisher(bus, createLog({ level: 'silent' }));
  return { publisher, answers, publish: () => publisher.publish(messageUplink('1', 0, [])) };
}

test('uplinks in flight are counted until their outcome is known, whatever it is', async () => {
  const { publisher, answers, publish } = arrange();
  for (let round = 0; round < 2; round += 1) {
    const published = [publish(), publish(), publish()];
    expect(publisher.inFlight).toBe(3);
    answers.shift()?.resolve('stored');
    expect(await published[0]).toBe('stored');
    expect(publisher.inFlight).toBe(2);
    answers.shift()?.reject(new Error('the database is away'));
    expect(await published[1]).toBeNull();
    expect(publisher.inFlight).toBe(1);
    answers.shift()?.reject(new UnprocessableUplink());
    expect(await published[2]).toBe('unprocessable');
    expect(publisher.inFlight).toBe(0);
  }
});

test('it is settled when nothing is in flight, and not a moment earlier', async () => {
  const { publisher, answers, publish } = arrange();
  await publisher.settled();
  const published = [publish(), publish()];
  let isSettled = false;
  const settled = [publisher.settled(), publisher.settled()].map((each) =>
    each.then(() => {
      isSettled = true;
    }),
  );
  answers.shift()?.resolve('stored');
  await published[0];
  expect(isSettled).toBe(false);
  answers.shift()?.resolve('stored');
  await Promise.all(settled);
  expect(publisher.inFlight).toBe(0);
});
