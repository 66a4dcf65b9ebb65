import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#data/api/api-error.ts';
import type { LiveChannel, LiveStatus } from '#data/live/live-channel.ts';
import { endUnwatched } from './unwatched-runs.ts';

let state: LiveStatus['state'];
let tell: () => void;
const channel: LiveChannel = {
  subscribe: () => () => undefined,
  status: () => ({ state, since: 0 }),
  onStatus: (listener) => {
    tell = listener;
    return () => undefined;
  },
  stop: () => undefined,
};
const stop = vi.fn<() => Promise<unknown>>();
/** After what has been begun. */
const connect = async () => {
  await vi.advanceTimersByTimeAsync(0);
  state = 'connected';
  tell();
};

beforeEach(() => {
  vi.useFakeTimers();
  state = 'lost';
  stop.mockReset();
  stop.mockRejectedValueOnce(new ApiError('noAnswer')).mockResolvedValue({});
});
afterEach(() => {
  vi.useRealTimers();
});

it('[D4.049 D4.064] a run that nobody watches is ended when the contact is back, once', async () => {
  const ended = endUnwatched(channel, 'a', stop);
  await endUnwatched(channel, 'a', stop);
  expect(stop).toHaveBeenCalledTimes(1);
  await connect();
  await ended;
  expect(stop).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stop).toHaveBeenCalledTimes(2);
});

it('a run is ended also without the live channel, by a call that comes through', async () => {
  const ended = endUnwatched(channel, 'b', stop);
  await vi.advanceTimersByTimeAsync(20_000);
  await ended;
  expect(stop).toHaveBeenCalledTimes(2);
});

it('a run that the unit has ended by itself meanwhile is left alone: another may be somebody else’s', async () => {
  const ended = endUnwatched(channel, 'c', stop);
  vi.setSystemTime(Date.now() + 1800 * 1000); // the computer slept
  await connect();
  await ended;
  expect(stop).toHaveBeenCalledTimes(1);
});
