import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useChannel, useLiveStatus } from './live-context.tsx';

/** Specification 2, section 9. */
const pollingMs = 10_000;

/** Fetches the messages to a device again when they change. Returns how often they are polled: only without the channel. */
export function useLiveMessages(deviId: number): number | false {
  const channel = useChannel();
  const cache = useQueryClient();
  useEffect(() => {
    const refetch = () => void cache.invalidateQueries({ queryKey: ['getMessages', { params: { deviId } }] });
    return channel.subscribe({
      topic: 'messages',
      params: { deviId },
      onMessage: refetch,
      onRejoined: refetch,
    });
  }, [channel, cache, deviId]);
  return useLiveStatus().state === 'connected' ? false : pollingMs;
}
