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

/** Names the page that is shown. The tab's title and icon are the shell's, which also tells of alarms there. */
export function PageTitle({ text }: { text: string }) {
  useLayoutEffect(() => {
    setTitle(text);
    return () => setTitle('');
  }, [text]);
  return null;
}

/** The name of the page that is shown; empty while there is none. */
export const usePageTitle = (): string => useSyncExternalStore(subscribe, () => title);
