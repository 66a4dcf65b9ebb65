/**
 * Consents, of owners of an account (`user`) or wearers of a device (`wearer`). Texts: `personalData.kinds.<key>`.
 * Positions are personal data (specification 2, section 1): a wearer consents to being located, a user accepts the
 * notice before viewing. A key is never renamed: the history carries it.
 */
export const consentKinds = [
  { key: 'positions', of: ['user', 'wearer'] },
  { key: 'health', of: ['wearer'] },
  { key: 'email', of: ['user', 'wearer'] },
  { key: 'sms', of: ['user', 'wearer'] },
] as const satisfies readonly { key: string; of: readonly ('user' | 'wearer')[] }[];

export type ConsentKind = (typeof consentKinds)[number]['key'];

/** The answers to a consent; the latest counts. */
export const consentStates = ['given', 'withdrawn'] as const;
