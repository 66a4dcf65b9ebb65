import en from '#texts/en/access.json' with { type: 'json' };
import type { Language } from '#texts/language.ts';
import nb from '#texts/nb/access.json' with { type: 'json' };

export type AccessTexts = typeof nb;

/** The texts of the pages before the login, apart from the console's, which are loaded after it. */
export const accessTexts: Record<Language, AccessTexts> = { nb, en };

/** The error text of a call that failed with this code. */
export function accessErrorText(texts: AccessTexts, code: string): string {
  const known: Record<string, string> = texts.errors;
  return known[code] ?? texts.errors.other;
}
