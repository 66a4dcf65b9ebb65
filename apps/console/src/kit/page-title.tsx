import { useLayoutEffect, useSyncExternalStore } from 'react';
import { notifyEach } from '#ui/notify-each.ts';

const listeners = new Set<() => void>();
let title = '';

function setTitle(text: string): void {
  title = text;
  notifyEach(listeners);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Names the open page. The shell renders the tab's title and icon, which also show alarms. */
export function PageTitle({ text }: { text: string }) {
  useLayoutEffect(() => {
    setTitle(text);
    return () => setTitle('');
  }, [text]);
  return null;
}

/** The name of the open page; empty before it has one. */
export const usePageTitle = (): string => useSyncExternalStore(subscribe, () => title);
