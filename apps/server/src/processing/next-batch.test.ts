import { metyId } from '@varde/catalogue/message-types';
import type { Uplink } from '@varde/contract/events';
import { expect, test } from 'vitest';
import { holdsAlarm, nextBatch, type QueuedUplink } from './next-batch.ts';

function waiting(identity: string, word: string, type: 1 | 5 = metyId.position): QueuedUplink {
  const sample = { metyId: type, events: [], at: null, historical: false };
  const uplink: Uplink = {
    kind: 'message',
    protocol: 'eview',
    connectionId: identity,
    remoteAddress: '127.0.0.1',
    receivedAt: 0,
    tranSource: 3,
    identity,
    word,
    retryKey: null,
    timed: false,
    raw: new Uint8Array(),
    report: { samples: [sample], confirmations: [] },
  };
  return { uplink, holdsAlarm: holdsAlarm(uplink) };
}

const wordsOf = (list: readonly QueuedUplink[]) =>
  list.map(({ uplink }) => (uplink.kind === 'message' ? uplink.word : ''));

const crowd = Array.from({ length: 10 }, (_, i) => waiting(`crowd${i}`, `crowd${i}`));

test('an alarm at the end of a long queue is in the next batch, after what its own device sent before', () => {
  const queue = [waiting('anna', 'before'), ...crowd, waiting('anna', 'alarm', metyId.alarm)];
  const { batch, rest } = nextBatch(queue, 3);
  expect(wordsOf(batch)).toEqual(['before', 'alarm', 'crowd0']);
  expect(wordsOf(rest)).toEqual(wordsOf(crowd.slice(1)));
});

test('what a device sent after its alarm stays after it', () => {
  const queue = [...crowd, waiting('anna', 'alarm', metyId.alarm), waiting('anna', 'after')];
  expect(wordsOf(nextBatch(queue, 2).batch)).toEqual(['alarm', 'after']);
});

test('without an alarm, and when everything fits, the order of arrival holds', () => {
  expect(wordsOf(nextBatch(crowd, 4).batch)).toEqual(wordsOf(crowd.slice(0, 4)));
  const queue = [...crowd, waiting('anna', 'alarm', metyId.alarm)];
  expect(wordsOf(nextBatch(queue, 11).batch)).toEqual(wordsOf(queue));
});
