import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import { connectCache, connectList, type OpenList } from './live-cache.ts';
import type { LiveChannel, LiveStatus } from './live-channel.ts';

const LiveContext = createContext<LiveChannel | null>(null);

/** Polling interval while the live channel is disconnected. */
export const pollingMs = 20_000;
/** Delay of the first poll, which finds out whether the server can be reached at all. */
const firstPollMs = 1500;

/** Connects the live channel and the query cache for as long as it is mounted. */
export function LiveProvider({ channel, children }: { channel: LiveChannel; children: ReactNode }) {
  const cache = useQueryClient();
  useEffect(() => connectCache(channel, cache), [channel, cache]);
  useEffect(() => pollWhileAway(channel, cache), [channel, cache]);
  return <LiveContext value={channel}>{children}</LiveContext>;
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

/** The channel, for parts of the console that are loaded later. */
export function useChannel(): LiveChannel {
  const channel = useContext(LiveContext);
  if (!channel) throw new Error('There is no LiveProvider around this component.');
  return channel;
}

export function useLiveStatus(): LiveStatus {
  const channel = useChannel();
  return useSyncExternalStore(channel.onStatus, channel.status);
}

/** Keeps a list live. `list` must be the same object while it is the same list. */
export function useLiveList(list: OpenList): void {
  const channel = useChannel();
  const cache = useQueryClient();
  useEffect(() => connectList(channel, cache, list), [channel, cache, list]);
}
