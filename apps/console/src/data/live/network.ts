/** Fires `offline` and `online` like the browser's window. */
export type Network = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Calls back when the browser goes offline. Returns the unsubscribe function. */
export function onOffline(network: Network, listener: () => void): () => void {
  network.addEventListener('offline', listener);
  return () => network.removeEventListener('offline', listener);
}

/** Waits this many milliseconds, or until the browser is online. */
export function untilOnline(network: Network, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      network.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    network.addEventListener('online', done);
  });
}
