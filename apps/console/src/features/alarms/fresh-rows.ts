import { useEffect, useSyncExternalStore } from 'react';
import { notifyEach } from '#ui/notify-each.ts';

/** New alarms at the end of a list whose rows keep their places. */
interface FreshRows {
  count: number;
  show: () => void;
}

let current: FreshRows | null = null;
const listeners = new Set<() => void>();

function set(fresh: FreshRows | null): void {
  if (fresh === current) return;
  current = fresh;
  notifyEach(listeners);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Those of the list that is shown; null without any. */
export const useFreshRows = (): FreshRows | null => useSyncExternalStore(subscribe, () => current);

/** Tells the bar above the page of them, which has room for it. */
export function useToldFreshRows(count: number, show: () => void): void {
  useEffect(() => {
    set(count > 0 ? { count, show } : null);
  });
  useEffect(() => () => set(null), []);
}
