/** Calls every listener, also after one that throws: its error is reported, and the others are not kept waiting. */
export function notifyEach(listeners: Iterable<() => void>): void {
  for (const listener of listeners) guarded(listener);
}

/** Calls a function whose error must not stop the caller: it is reported. */
export function guarded(action: () => void): void {
  try {
    action();
  } catch (error) {
    reportError(error);
  }
}
