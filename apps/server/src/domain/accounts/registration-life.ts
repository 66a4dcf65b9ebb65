/** How long the link that confirms a registration works, and how long a registration is kept that nobody confirms. */
export const registrationLifeMs = 72 * 3_600_000;
