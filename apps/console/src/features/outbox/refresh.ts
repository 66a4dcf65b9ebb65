/** Polling interval of the outbox; there is no live topic for it. */
export const refreshMs = 10_000;
