import { useEffect, useState } from 'react';
import { call, type Output } from '#kit/api/call.ts';
import styles from '#kit/light/light.module.css';
import type { LightScreenProps } from '#kit/light/light-screen.ts';
import { DemoLogins } from './demo-logins.tsx';
import { LoginForm } from './login-form.tsx';
import { loginTexts } from './login-texts.ts';

export function LoginScreen({ language, onSession }: LightScreenProps) {
  const [config, setConfig] = useState<Output<'getConfig'> | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [filled, setFilled] = useState({ username: '', password: '' });
  const texts = loginTexts[language];

  useEffect(() => {
    // Without an answer the page only lacks the notice and the demo logins.
    call('getConfig', {}).then(setConfig, () => setConfig(null));
    call('getLoginText', {}).then(
      (answer) => setNotice(answer.notice),
      () => setNotice(null),
    );
  }, []);

  return (
    <>
      <title>{`${texts.title} – Varde`}</title>
      <h1 className={styles.title}>{texts.title}</h1>
      <p className={styles.intro}>{texts.intro}</p>
      {notice && <p className={styles.notice}>{notice}</p>}
      <LoginForm key={filled.username} texts={texts} filled={filled} onSession={onSession} />
      <p className={styles.links}>
        <a href="#/forgot">{texts.forgot}</a>
        <a href="#/register/private">{texts.registerPrivate}</a>
        <a href="#/register/company">{texts.registerCompany}</a>
      </p>
      {config?.demoLogins && <DemoLogins texts={texts} logins={config.demoLogins} onChoose={setFilled} />}
    </>
  );
}
