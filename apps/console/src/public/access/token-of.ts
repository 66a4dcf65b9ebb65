/** The token in the address of a mailed link: `#/reset/{token}`. */
export const tokenOf = (hash: string): string => hash.split('?', 1)[0]?.split('/')[2] ?? '';
