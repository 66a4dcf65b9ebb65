import en from '#texts/en/registration.json' with { type: 'json' };
import type { Language } from '#texts/language.ts';
import nb from '#texts/nb/registration.json' with { type: 'json' };

export type RegistrationTexts = typeof nb;

/** The texts of the registration, loaded without the console's. */
export const registrationTexts: Record<Language, RegistrationTexts> = { nb, en };
