import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import { connectList, type OpenList } from './live-cache.ts';
import type { LiveChannel, LiveStatus } from './live-channel.ts';

const LiveContext = createContext<LiveChannel | null>(null);

export function LiveProvider({ channel, children }: { channel: LiveChannel; children: ReactNode }) {
  return <LiveContext value={channel}>{children}</LiveContext>;
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
