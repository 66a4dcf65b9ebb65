import { useLayoutEffect, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let title = '';

function setTitle(text: string): void {
  title = text;
  for (const listener of listeners) listener();
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
