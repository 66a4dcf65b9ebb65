/** How a transaction came in (`tranSource`). Specification 2, section 3 "Transaction source". */
export const transactionSources = [
  { id: 1, key: 'http', name: 'HTTP' },
  { id: 2, key: 'sms', name: 'SMS' },
  { id: 3, key: 'tcp', name: 'TCP' },
  { id: 4, key: 'server', name: 'SERVER' },
  { id: 5, key: 'xmpp', name: 'XMPP' },
  { id: 6, key: 'scaip', name: 'SCAIP' },
  { id: 7, key: 'historical', name: 'HISTORICAL' },
  { id: 8, key: 'mqtt', name: 'MQTT' },
  { id: 9, key: 'sia', name: 'SIA' },
] as const;

export type TransactionSourceId = (typeof transactionSources)[number]['id'];

/** The number behind a key. */
export const tranSource = Object.fromEntries(transactionSources.map(({ key, id }) => [key, id])) as {
  readonly [S in (typeof transactionSources)[number] as S['key']]: S['id'];
};
