import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHeartBeats } from './heart-beats.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const open = (offer: string | undefined) => {
  const listeners = { beat: vi.fn(), silent: vi.fn() };
  return { ...listeners, beats: createHeartBeats(offer, listeners) };
};

test.each([
  ['0,1', 10_000],
  ['0,10000', 10_000],
  ['0,20000', 20_000],
  ['0,60000', 60_000],
  ['0,60001', 60_000],
  ['0,999999999', 60_000],
])('a client that offers %s receives something every %d ms', async (offer, everyMs) => {
  const { beat } = open(offer);
  await vi.advanceTimersByTimeAsync(everyMs - 1);
  expect(beat).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(beat).toHaveBeenCalledTimes(1);
});

test.each([
  ['1,0', 30_000],
  ['10000,0', 30_000],
  ['60000,0', 180_000],
  ['60001,0', 180_000],
  ['999999999,0', 180_000],
])('a client that offers %s and is silent is disconnected after %d ms, not before', async (offer, afterMs) => {
  const { silent, beats } = open(offer);
  await vi.advanceTimersByTimeAsync(afterMs - 1);
  expect(silent).not.toHaveBeenCalled();
  beats.heard();
  await vi.advanceTimersByTimeAsync(afterMs - 1);
  expect(silent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(silent).toHaveBeenCalledTimes(1);
});

test.each([undefined, '', '0,0', '-1,-1', '1e9,1e9', '1', '9999999999,9999999999', ' 1,1'])(
  'a client that offers %j has no heart-beats: no timer runs',
  (offer) => {
    open(offer);
    expect(vi.getTimerCount()).toBe(0);
  },
);

test('nothing runs after the end', () => {
  open('10000,10000').beats.stop();
  expect(vi.getTimerCount()).toBe(0);
});
