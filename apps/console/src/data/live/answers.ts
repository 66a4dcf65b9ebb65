import type { QueryClient } from '@tanstack/react-query';
import { guarded } from '#ui/notify-each.ts';

/**
 * Calls back when the data of a query changes. `isPatch`: a live message or the page itself has changed it, and no call
 * was answered. What the listener throws keeps neither the cache nor other listeners from their work.
 */
export function onQueryAnswer(
  cache: QueryClient,
  listener: (answer: { key: readonly unknown[]; hash: string; isPatch: boolean }) => void,
): () => void {
  return cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { queryKey: key, queryHash: hash } = event.query;
    const isPatch = event.action.manual === true;
    guarded(() => listener({ key, hash, isPatch }));
  });
}
