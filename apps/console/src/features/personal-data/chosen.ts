/** The person whose data is shown. */
export type Chosen = { kind: 'user'; id: number } | { kind: 'device'; id: number };
