/** Specification 1, section 9 "Markets", and the length of a zip code from specification 2, section 5. */
export const markets = [
  { id: 1, key: 'norway', zipCodeLength: 4 },
  { id: 2, key: 'partnerOne', zipCodeLength: 4 },
  { id: 3, key: 'partnerTwo', zipCodeLength: 4 },
  { id: 4, key: 'sweden', zipCodeLength: 5 },
  { id: 5, key: 'iceland', zipCodeLength: 3 },
] as const;

export type MarketId = (typeof markets)[number]['id'];
