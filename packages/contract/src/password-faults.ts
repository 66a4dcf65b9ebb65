/**
 * Why a password is not taken, as the `message` of the refused field. Texts: `profile.passwordFaults.<fault>`. Apart
 * from the schemas, because the light pages around the login need them too.
 */
export const passwordFaults = ['tooShort', 'tooLong', 'tooCommon', 'likeUsername', 'wrong'] as const;
