import type { QueryClient } from '@tanstack/react-query';
import { connectCache } from './live-cache.ts';
import type { LiveChannel } from './live-channel.ts';

/** Polling interval while the live channel is disconnected. */
export const pollingMs = 20_000;
/** Delay of the first poll, which finds out whether the server can be reached at all. */
const firstPollMs = 1500;

/**
 * Brings what is told live into the cache, and fetches what is shown while the channel is disconnected. No component does
 * it: alarms arrive whatever becomes of what is rendered. Returns how to stop.
 */
export function keepLive(channel: LiveChannel, cache: QueryClient): () => void {
  const stops = [connectCache(channel, cache), pollWhileAway(channel, cache)];
  return () => {
    for (const stop of stops) stop();
  };
}

function pollWhileAway(channel: LiveChannel, cache: QueryClient): () => void {
  const poll = () => {
    if (channel.status().state !== 'connected') void cache.invalidateQueries({ refetchType: 'active' });
  };
  let first: ReturnType<typeof setTimeout> | undefined;
  const leave = channel.onStatus(() => {
    clearTimeout(first);
    if (channel.status().state === 'lost') first = setTimeout(poll, firstPollMs);
  });
  const timer = setInterval(poll, pollingMs);
  return () => {
    leave();
    clearTimeout(first);
    clearInterval(timer);
  };
}
