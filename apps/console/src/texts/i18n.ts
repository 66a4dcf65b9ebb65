import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, preferredLanguage, rememberLanguage } from './language.ts';
import type { Texts } from './nb/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts };
  }
}

const loaders: Record<Language, () => Promise<Texts>> = {
  nb: async () => (await import('./nb/index.ts')).texts,
  en: async () => (await import('./en/index.ts')).texts,
};

/** Loads the texts of the preferred language and makes them what `useTranslation` reads. */
export async function startTexts(): Promise<void> {
  const language = preferredLanguage();
  rememberLanguage(language);
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
  rememberLanguage(language);
  await i18next.changeLanguage(language);
}
