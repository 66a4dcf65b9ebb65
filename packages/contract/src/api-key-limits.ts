/** Separate from the schemas: the console needs these numbers without them. */

/** Keys of one user that have not been ended. */
export const mostApiKeys = 10;
/** Longest name of a key, characters. */
export const longestKeyName = 80;
