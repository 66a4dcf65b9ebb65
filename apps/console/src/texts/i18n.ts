import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import {
  type Language,
  languages,
  preferredLanguage,
  rememberLanguage,
  showLanguage,
  storedLanguage,
} from './language.ts';
import type { AdministrationTexts } from './nb/administration.ts';
import type { Texts } from './nb/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts & AdministrationTexts };
  }
}

const loaders: Record<Language, () => Promise<Texts>> = {
  nb: async () => (await import('./nb/index.ts')).texts,
  en: async () => (await import('./en/index.ts')).texts,
};

const administrationLoaders: Record<Language, () => Promise<AdministrationTexts>> = {
  nb: async () => (await import('./nb/administration.ts')).administrationTexts,
  en: async () => (await import('./en/administration.ts')).administrationTexts,
};
let hasAdministration = false;

/** Loads a screen of administration together with its texts, for a lazy route. */
export async function withAdministrationTexts<Page>(load: () => Promise<Page>): Promise<Page> {
  hasAdministration = true;
  const [page] = await Promise.all([load(), addAdministration(shownLanguage())]);
  return page;
}

/** The profile's language where this browser has chosen none, so not always the preferred one. */
const shownLanguage = (): Language =>
  languages.find((language) => language === i18next.language) ?? preferredLanguage();

async function addAdministration(language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'translation', await administrationLoaders[language](), true);
}

/**
 * Loads the texts and makes them what `useTranslation` reads: in the language chosen in this browser, else in that of
 * the user's profile.
 */
export async function startTexts(ofProfile: string): Promise<void> {
  const known = languages.find((each) => each === ofProfile);
  const language = storedLanguage() ?? known ?? preferredLanguage();
  showLanguage(language);
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    resources: { [language]: { translation: await loaders[language]() } },
  });
}

/** Switches the whole console to another language, at once. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await loaders[language]());
  }
  if (hasAdministration) await addAdministration(language);
  rememberLanguage(language);
  await i18next.changeLanguage(language);
}
