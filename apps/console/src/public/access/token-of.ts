/** The token in the address of a screen that a mail leads to: `#/reset/{token}`. */
export const tokenOf = (hash: string): string => hash.split('?', 1)[0]?.split('/')[2] ?? '';
