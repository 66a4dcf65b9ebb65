import { metyId } from '@varde/catalogue/message-types';
import type { Uplink } from '@varde/contract/events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadOf, nextBatch, type QueuedUplink } from './next-batch.ts';

function waiting(identity: string, word: string, type: 1 | 5 = metyId.position, samples = 1): QueuedUplink {
  const sample = { metyId: type, events: [], at: null, historical: false };
  const uplink: Uplink = {
    kind: 'message',
    protocol: 'eview',
    gatewayId: 'test',
    connectionId: identity,
    remoteAddress: '127.0.0.1',
    receivedAt: 0,
    tranSource: 3,
    identity,
    word,
    retryKey: null,
    timed: false,
    raw: new Uint8Array(),
    report: { samples: Array.from({ length: samples }, () => sample), confirmations: [] },
  };
  return { uplink, load: loadOf(uplink) };
}

const wordsOf = (list: readonly QueuedUplink[]) =>
  list.map(({ uplink }) => (uplink.kind === 'message' ? uplink.word : ''));

const crowd = Array.from({ length: 10 }, (_, i) => waiting(`crowd${i}`, `crowd${i}`));

test('an alarm at the end of a long queue is in the next batch, after the earlier messages of its device', () => {
  const queue = [waiting('anna', 'before'), ...crowd, waiting('anna', 'alarm', metyId.alarm)];
  const { batch, rest } = nextBatch(queue, 3);
  expect(wordsOf(batch)).toEqual(['before', 'alarm', 'crowd0']);
  expect(wordsOf(rest)).toEqual(wordsOf(crowd.slice(1)));
});

test('messages that a device sent after its alarm stay after it', () => {
  const queue = [...crowd, waiting('anna', 'alarm', metyId.alarm), waiting('anna', 'after')];
  expect(wordsOf(nextBatch(queue, 2).batch)).toEqual(['alarm', 'after']);
});

test('without an alarm, and when everything fits, the order of arrival holds', () => {
  expect(wordsOf(nextBatch(crowd, 4).batch)).toEqual(wordsOf(crowd.slice(0, 4)));
  const queue = [...crowd, waiting('anna', 'alarm', metyId.alarm)];
  expect(wordsOf(nextBatch(queue, 11).batch)).toEqual(wordsOf(queue));
});

test('a batch is full at its limit of rows, however few uplinks they come from', () => {
  const queue = [waiting('bert', 'small'), waiting('anna', 'backlog', metyId.position, 4), waiting('carl', 'next')];
  expect(wordsOf(nextBatch(queue, 5).batch)).toEqual(['small', 'backlog']);
  expect(wordsOf(nextBatch(queue, 4).batch)).toEqual(['small']);
  expect(wordsOf(nextBatch(queue, 4).rest)).toEqual(['backlog', 'next']);
});

test('an uplink larger than a batch is a batch of its own', () => {
  const queue = [waiting('anna', 'backlog', metyId.position, 9), waiting('bert', 'small')];
  expect(wordsOf(nextBatch(queue, 3).batch)).toEqual(['backlog']);
});

test('a device that sends nothing but alarms, each with many samples, does not hold up the alarms of others', () => {
  const flood = Array.from({ length: 64 }, (_, i) => waiting('flood', `flood${i}`, metyId.alarm, 400));
  const queue = [...flood, waiting('anna', 'before'), waiting('anna', 'alarm', metyId.alarm), ...crowd];
  const { batch, rest } = nextBatch(queue, 500);
  expect(wordsOf(batch)).toEqual(['before', 'flood0', 'alarm']);
  expect(wordsOf(rest)).toEqual([...wordsOf(flood.slice(1)), ...wordsOf(crowd)]);
});

test('whatever the queue holds, each device keeps its order, and nothing is lost or doubled', () => {
  const uplinks = fc.array(fc.record({ device: fc.nat(3), alarm: fc.boolean(), rows: fc.integer({ min: 1, max: 6 }) }));
  fc.assert(
    fc.property(uplinks, fc.integer({ min: 1, max: 10 }), (given, maxRows) => {
      let queue = given.map(({ device, alarm, rows }, i) =>
        waiting(`device${device}`, `${device}-${i}`, alarm ? metyId.alarm : metyId.position, rows),
      );
      const taken: string[] = [];
      while (queue.length > 0) {
        const { batch, rest } = nextBatch(queue, maxRows);
        expect(batch.length).toBeGreaterThan(0);
        taken.push(...wordsOf(batch));
        queue = rest;
      }
      const ofDevice = (words: readonly string[], device: number) => words.filter((w) => w.startsWith(`${device}-`));
      const sent = given.map(({ device }, i) => `${device}-${i}`);
      for (const device of [0, 1, 2, 3]) expect(ofDevice(taken, device)).toEqual(ofDevice(sent, device));
      expect(taken).toHaveLength(sent.length);
    }),
  );
});
