import { readStored, writeStored } from '#ui/stored.ts';

/** Languages with complete texts; the first one is the fallback. */
export const languages = ['nb', 'en'] as const;
export type Language = (typeof languages)[number];

/** Each language's name in itself. */
export const languageNames: Record<Language, string> = { nb: 'Norsk bokmål', en: 'English' };

const storageKey = 'varde-language';

/** The language chosen in this browser, else the browser's own language, else Norwegian. */
export function preferredLanguage(): Language {
  const stored = storedLanguage();
  if (stored) return stored;
  const asked = navigator.languages
    .map((tag) => tag.slice(0, 2))
    .map((tag) => (tag === 'no' || tag === 'nn' ? 'nb' : tag));
  return languages.find((language) => asked[0] === language) ?? 'nb';
}

/** The language chosen in this browser, if any. */
export function storedLanguage(): Language | undefined {
  return languages.find((language) => language === readStored(storageKey));
}

/** Stores the choice in this browser. */
export function rememberLanguage(language: Language): void {
  writeStored(storageKey, language);
  showLanguage(language);
}

/** Sets the document's language. */
export function showLanguage(language: Language): void {
  document.documentElement.lang = language;
}
