/** The address that calls a number, which is written with spaces. */
export const callLink = (phone: string): string => `tel:${phone.replaceAll(' ', '')}`;
