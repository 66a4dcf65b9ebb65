/** Fires `offline` and `online` as the browser's window does. */
export type Network = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Calls back when the browser notices that there is no network. Returns what ends it. */
export function onOffline(network: Network, listener: () => void): () => void {
  network.addEventListener('offline', listener);
  return () => network.removeEventListener('offline', listener);
}

/** Waits so many milliseconds, or until the network is back. */
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
