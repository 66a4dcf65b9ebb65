import type { Session } from '@varde/contract/session';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { call, type Output } from '#kit/api/call.ts';
import { loginContext, otherLogin } from '#kit/login-address.ts';
import {
  type Language,
  languageNames,
  languages,
  preferredLanguage,
  rememberLanguage,
} from '#texts/language.ts';
import { BeaconMark } from '#ui/beacon-mark.tsx';
import { chooseTheme, followSystemTheme, storedTheme, themeChoices } from '#ui/theme-choice.ts';
import { DemoLogins } from './demo-logins.tsx';
import { LoginForm } from './login-form.tsx';
import styles from './login-screen.module.css';
import { loginTexts } from './login-texts.ts';

type Config = Output<'getConfig'>;

export function LoginScreen({ onSession }: { onSession: (session: Session) => void }) {
  const [language, setLanguage] = useState(preferredLanguage);
  const [config, setConfig] = useState<Config | null>(null);
  const [filled, setFilled] = useState({ username: '', password: '' });
  const hash = useSyncExternalStore(onHashChange, () => location.hash);
  const context = loginContext(hash);
  const texts = loginTexts[language];
  const { title, intro, other } = texts.contexts[context];

  useEffect(() => {
    rememberLanguage(language);
    document.title = `${title} – Varde`;
  }, [language, title]);
  useEffect(() => {
    // Without the configuration the page only lacks the demo logins.
    call('getConfig', {}).then(setConfig, () => setConfig(null));
  }, []);

  useEffect(followSystemTheme, []);

  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <LanguageChoice label={texts.language} value={language} onChange={setLanguage} />
        <ThemeSelect label={texts.theme} names={texts.themes} />
      </header>
      <main className={styles.card}>
        <div className={styles.brand}>
          <BeaconMark size={36} />
          <span className={styles.name}>Varde</span>
        </div>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.intro}>{intro}</p>
        <LoginForm
          key={`${context} ${filled.username}`}
          texts={texts}
          context={context}
          filled={filled}
          onSession={onSession}
        />
        <a className={styles.other} href={otherLogin(hash)}>
          {other}
        </a>
        {config?.demoLogins && <DemoLogins texts={texts} logins={config.demoLogins} onChoose={setFilled} />}
      </main>
    </div>
  );
}

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
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

function ThemeSelect({
  label,
  names,
}: {
  label: string;
  names: Record<(typeof themeChoices)[number], string>;
}) {
  return (
    <label className={styles.choice}>
      <span>{label}</span>
      <select
        defaultValue={storedTheme()}
        onChange={(event) => {
          const choice = themeChoices.find((each) => each === event.currentTarget.value);
          if (choice) chooseTheme(choice);
        }}
      >
        {themeChoices.map((choice) => (
          <option key={choice} value={choice}>
            {names[choice]}
          </option>
        ))}
      </select>
    </label>
  );
}
