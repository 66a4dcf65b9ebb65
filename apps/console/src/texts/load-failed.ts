import type { Language } from './language.ts';

/** Part of the page's first script: shown when nothing else could be loaded. */
export const loadFailedTexts: Record<Language, { title: string; retry: string }> = {
  nb: { title: 'Siden kunne ikke lastes. Det er ingen kontakt med Varde.', retry: 'Prøv igjen' },
  en: { title: 'The page could not be loaded. There is no contact with Varde.', retry: 'Try again' },
};
