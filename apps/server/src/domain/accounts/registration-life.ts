/** Lifetime of the link that confirms a registration, and of an unconfirmed registration. */
export const registrationLifeMs = 72 * 3_600_000;
