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
import type { DevicePageTexts } from './nb/device-pages.ts';
import type { Texts } from './nb/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: Texts & AdministrationTexts & DevicePageTexts };
  }
}

const loaders: Record<Language, () => Promise<Texts>> = {
  nb: async () => (await import('./nb/index.ts')).texts,
  en: async () => (await import('./en/index.ts')).texts,
};

/** Texts that are loaded with their screens. */
const lateLoaders = {
  administration: {
    nb: async () => (await import('./nb/administration.ts')).administrationTexts,
    en: async () => (await import('./en/administration.ts')).administrationTexts,
  },
  devicePages: {
    nb: async () => (await import('./nb/device-pages.ts')).devicePageTexts,
    en: async () => (await import('./en/device-pages.ts')).devicePageTexts,
  },
} satisfies Record<string, Record<Language, () => Promise<object>>>;
type Late = keyof typeof lateLoaders;
const loadedLate = new Set<Late>();

/** Loads an administration screen together with its texts, for a lazy route. */
export const withAdministrationTexts = <Page>(load: () => Promise<Page>) => withTexts('administration', load);

/** Loads a part of a device's page together with its texts. */
export const withDevicePageTexts = <Page>(load: () => Promise<Page>) => withTexts('devicePages', load);

/** The texts of a device's page in a language, shown or not: for those who translate them. */
export const devicePageTextsIn = (language: Language): Promise<object> => lateLoaders.devicePages[language]();

async function withTexts<Page>(late: Late, load: () => Promise<Page>): Promise<Page> {
  loadedLate.add(late);
  const [page] = await Promise.all([load(), addTexts(late, shownLanguage())]);
  return page;
}

/** The profile's language unless this browser has a choice, so not always the preferred one. */
const shownLanguage = (): Language =>
  languages.find((language) => language === i18next.language) ?? preferredLanguage();

async function addTexts(late: Late, language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'translation', await lateLoaders[late][language](), true);
}

/** Loads the texts for `useTranslation`, in the language chosen in this browser, else in that of the user's profile. */
export async function startTexts(ofProfile: string): Promise<void> {
  const known = languages.find((each) => each === ofProfile);
  const language = storedLanguage() ?? known ?? preferredLanguage();
  showLanguage(language);
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    nsSeparator: false,
    // A key on the screen is a fault: a group that its screen has not loaded.
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key) => reportError(new Error(`there is no text ${key}`)),
    // React escapes texts.
    interpolation: { escapeValue: false },
    resources: { [language]: { translation: await loaders[language]() } },
  });
}

/** Switches the whole console to another language at once. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await loaders[language]());
  }
  await Promise.all([...loadedLate].map((late) => addTexts(late, language)));
  rememberLanguage(language);
  await i18next.changeLanguage(language);
}
