import en from '#texts/en/login.json' with { type: 'json' };
import type { Language } from '#texts/language.ts';
import nb from '#texts/nb/login.json' with { type: 'json' };

export type LoginTexts = typeof nb;

/** The login page's own texts, loaded without the console's. */
export const loginTexts: Record<Language, LoginTexts> = { nb, en };

/** The error text of a failed login by its code. */
export function loginErrorText(texts: LoginTexts, code: string): string {
  const known: Record<string, string> = texts.errors;
  return known[code] ?? texts.errors.other;
}
