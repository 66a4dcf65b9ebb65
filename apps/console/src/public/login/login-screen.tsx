import { useEffect, useState } from 'react';
import { call, type Output } from '#data/api/call.ts';
import { isLogout, loginContext, otherLogin } from '../login-address.ts';
import styles from '../public.module.css';
import type { PublicScreenProps } from '../screen-props.ts';
import { DemoLogins } from './demo-logins.tsx';
import { LoginForm } from './login-form.tsx';
import { loginTexts } from './login-texts.ts';

export function LoginScreen({ language, hash, onSession }: PublicScreenProps) {
  const [config, setConfig] = useState<Output<'getConfig'> | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [filled, setFilled] = useState({ username: '', password: '' });
  const context = loginContext(hash);
  const texts = loginTexts[language];
  // Operators do not register themselves.
  const canRegister = context === 'PROFFWEB' && config?.registration !== 'closed';
  const { title, intro, other } = texts.contexts[context];

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
      <title>{`${title} – Varde`}</title>
      <h1 className={styles.title}>{title}</h1>
      {isLogout(hash) && <p className={styles.done}>{texts.loggedOut}</p>}
      <p className={styles.intro}>{intro}</p>
      <LoginForm
        key={filled.username}
        texts={texts}
        context={context}
        filled={filled}
        canRegister={canRegister}
        onSession={onSession}
      />
      <p className={styles.links}>
        <a href="#/forgot">{texts.forgot}</a>
      </p>
      <div className={styles.others}>
        {canRegister && (
          <>
            <p>{texts.noAccount}</p>
            <a href="#/register/private">{texts.registerPrivate}</a>
            <a href="#/register/company">{texts.registerCompany}</a>
          </>
        )}
        <a href={otherLogin(hash)}>{other}</a>
      </div>
      {/* Both arrive late; below everything that is pressed. */}
      {notice && <p className={styles.notice}>{notice}</p>}
      {config?.demoLogins && <DemoLogins texts={texts} logins={config.demoLogins} onChoose={setFilled} />}
    </>
  );
}
