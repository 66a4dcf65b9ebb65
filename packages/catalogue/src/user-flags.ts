/**
 * Flags of a user, set by administrators. They give no rights: they show parts of the console that others do not need.
 * `beta`: what is on trial; `translator`: the texts with their keys.
 */
export const userFlags = ['beta', 'translator'] as const;
export type UserFlag = (typeof userFlags)[number];
