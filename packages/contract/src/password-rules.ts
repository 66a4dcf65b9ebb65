/** Separate from the schemas: the pages before the login need these rules, and load no schemas. */

/** Shorter passwords can be guessed, whatever their characters; see NIST SP 800-63B, 3.1.1.2. */
export const minPasswordLength = 12;
/** Longer ones cost time to hash without more security. */
export const maxPasswordLength = 200;

/**
 * Why a password is refused, as the `message` of the field. `wrong`: it is not the current one. Texts:
 * `profile.passwordFaults.<fault>`.
 */
export const passwordFaults = ['tooShort', 'tooLong', 'tooCommon', 'likeUsername', 'wrong'] as const;
