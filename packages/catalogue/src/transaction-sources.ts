/** The channel of a transaction (`tranSource`). Specification 2, section 3 "Transaction source". */
export const transactionSources = [
  { id: 1, key: 'http' },
  { id: 2, key: 'sms' },
  { id: 3, key: 'tcp' },
  { id: 4, key: 'server' },
  { id: 5, key: 'xmpp' },
  { id: 6, key: 'scaip' },
  { id: 7, key: 'historical' },
  { id: 8, key: 'mqtt' },
  { id: 9, key: 'sia' },
] as const;

/** The number of a key. */
export const tranSource = Object.fromEntries(transactionSources.map(({ key, id }) => [key, id])) as {
  readonly [S in (typeof transactionSources)[number] as S['key']]: S['id'];
};
