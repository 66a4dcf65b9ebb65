import type { Session } from '@varde/contract/session';
import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  type Language,
  languageNames,
  languages,
  preferredLanguage,
  rememberLanguage,
  showLanguage,
} from '#texts/language.ts';
import { BeaconMark } from '#ui/beacon-mark.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { chooseTheme, followSystemTheme, storedTheme, themeChoices } from '#ui/theme-choice.ts';
import { LoginScreen } from './login/login-screen.tsx';
import { type LoginTexts, loginTexts } from './login/login-texts.ts';
import { publicScreenAt } from './login-address.ts';
import styles from './public.module.css';
import { publicScreens } from './screens.ts';
import { StartFailed } from './start-failed.tsx';

const screens = new Map(Object.entries(publicScreens).map(([name, { load }]) => [name, lazyPart(load, StartFailed)]));

function subscribeToHash(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}

/** The pages before the console: the login and the other public screens. */
export function PublicConsole({ onSession }: { onSession: (session: Session) => void }) {
  const hash = useSyncExternalStore(subscribeToHash, () => location.hash);
  const [language, setLanguage] = useState(preferredLanguage);
  const texts = loginTexts[language];
  const wanted = publicScreenAt(hash);
  const Screen = (wanted && screens.get(wanted)) ?? LoginScreen;
  useEffect(() => showLanguage(language), [language]);
  useEffect(followSystemTheme, []);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <LanguageChoice
          label={texts.language}
          value={language}
          onChange={(chosen) => {
            rememberLanguage(chosen);
            setLanguage(chosen);
          }}
        />
        <ThemeSelect texts={texts} />
      </header>
      <main className={`${styles.card} ${wanted && publicScreens[wanted].wide ? styles.wide : ''}`}>
        <div className={styles.brand}>
          <BeaconMark size={36} />
          <span className={styles.name}>Varde</span>
        </div>
        <Screen key={hash} language={language} hash={hash} onSession={onSession} />
      </main>
    </div>
  );
}

interface LanguageChoiceProps {
  label: string;
  value: Language;
  onChange: (language: Language) => void;
}

function LanguageChoice({ label, value, onChange }: LanguageChoiceProps) {
  return (
    <label className={styles.choice}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as Language)}>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
    </label>
  );
}

function ThemeSelect({ texts: { theme, themes } }: { texts: LoginTexts }) {
  return (
    <label className={styles.choice}>
      <span>{theme}</span>
      <select
        defaultValue={storedTheme()}
        onChange={(event) => {
          const choice = themeChoices.find((each) => each === event.currentTarget.value);
          if (choice) chooseTheme(choice);
        }}
      >
        {themeChoices.map((choice) => (
          <option key={choice} value={choice}>
            {themes[choice]}
          </option>
        ))}
      </select>
    </label>
  );
}
