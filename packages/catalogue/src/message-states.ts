/**
 * What became of a message about an alarm, the furthest first. `inDoubt`: the provider may or may not have taken it;
 * `givenUp`: tried for as long as it was worth it, and never left; `withdrawn`: not needed any more before it left.
 */
export const messageStates = ['delivered', 'sent', 'inDoubt', 'queued', 'failed', 'givenUp', 'withdrawn'] as const;
export type MessageState = (typeof messageStates)[number];
