import { useSyncExternalStore } from 'react';
import { notifyEach } from './notify-each.ts';
import { serverNow } from './server-time.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One interval for the whole page, active only with subscribers. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    notifyEach(listeners);
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * The server's time in Unix milliseconds, rounded down to `stepMs`: a component renders again only when a step has
 * passed.
 */
export const useNow = (stepMs: number): number => useSteps(stepMs, serverNow);

/** The same by the clock of this computer, for what it has dated itself. */
export const useOwnNow = (stepMs: number): number => useSteps(stepMs, Date.now);

const useSteps = (stepMs: number, clock: () => number): number =>
  useSyncExternalStore(subscribe, () => Math.floor(clock() / stepMs) * stepMs);
