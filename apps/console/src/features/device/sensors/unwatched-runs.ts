import { walkTestSeconds } from '@varde/catalogue/sensor-commands';
import { useSyncExternalStore } from 'react';
import { type ApiErrorCode, errorCodeOf } from '#data/api/api-error.ts';
import { pollingMs } from '#data/live/keep-live.ts';
import type { LiveChannel } from '#data/live/live-channel.ts';
import { notifyEach } from '#ui/notify-each.ts';

/** How often a server with which there is contact is told again, when it could not take it. */
const againMs = 2000;
/** After the longest run the unit has ended it by itself; what runs then is somebody else's. */
const longestMs = walkTestSeconds * 1000;
/** After these the server may still not know of it; any other refusal is its last word. */
const untold: readonly ApiErrorCode[] = ['network', 'noAnswer', 'unavailable', 'internalError'];

/** The runs of which the server does not know yet that they are to end. They outlive the page that began them. */
const unstopped = new Set<string>();
const listeners = new Set<() => void>();

/** Tells the server to end a run that nobody watches any more, as soon as there is contact with it. */
export async function endUnwatched(channel: LiveChannel, key: string, stop: () => Promise<unknown>): Promise<void> {
  if (unstopped.has(key)) return;
  const until = Date.now() + longestMs;
  unstopped.add(key);
  tellListeners();
  while (Date.now() < until && !(await isTold(stop))) await untilNextTry(channel);
  unstopped.delete(key);
  tellListeners();
}

/** Whether a run is to be ended and the server does not know of it yet. */
export const useIsUnstopped = (key: string): boolean => useSyncExternalStore(listen, () => unstopped.has(key));

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellListeners(): void {
  notifyEach(listeners);
}

async function isTold(stop: () => Promise<unknown>): Promise<boolean> {
  try {
    await stop();
    return true;
  } catch (error) {
    return !untold.includes(errorCodeOf(error));
  }
}

/** Until the contact is back. Calls may come through also without it: they are tried as often as the polling does. */
function untilNextTry(channel: LiveChannel): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isConnected = () => channel.status().state === 'connected';
  const timer = setTimeout(resolve, isConnected() ? againMs : pollingMs);
  const leave = channel.onStatus(() => isConnected() && resolve());
  return promise.finally(() => {
    clearTimeout(timer);
    leave();
  });
}
