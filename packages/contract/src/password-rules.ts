/** Apart from the schemas: the pages before the login need these rules, and load no schemas. */

/** Fewer characters are guessed, however they look; see NIST SP 800-63B, 3.1.1.2. */
export const minPasswordLength = 12;
/** Longer ones cost time to hash and help nobody. */
export const maxPasswordLength = 200;

/**
 * Why a password is not taken, as the `message` of the refused field. `wrong`: it is not the current one. Texts:
 * `profile.passwordFaults.<fault>`.
 */
export const passwordFaults = ['tooShort', 'tooLong', 'tooCommon', 'likeUsername', 'wrong'] as const;
