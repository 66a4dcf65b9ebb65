/**
 * Who may register a customer. `open`: anybody who confirms an e-mail address. `approval`: firms also need the approval
 * of an administrator; private users have the coupon code of a firm, which vouches for them. `closed`: nobody.
 */
export const registrationModes = ['open', 'approval', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];
