/** The body of a reset by a user who has seen an alarm like this: by default one that nobody has taken, with one signal. */
export const resetOrder = (seen: { claimedAt?: number | null; signalCount?: number } = {}) =>
  ({ handledBy: 'Kari', outcome: 'helped', claimedAt: null, signalCount: 1, ...seen }) as const;
