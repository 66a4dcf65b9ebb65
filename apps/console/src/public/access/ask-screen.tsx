import { useState } from 'react';
import { call } from '#data/api/call.ts';
import { PublicAlert } from '../form/public-alert.tsx';
import { PublicField } from '../form/public-field.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import styles from '../public.module.css';
import type { PublicScreenProps } from '../screen-props.ts';
import { accessErrorText, accessTexts } from './access-texts.ts';
import { ToLogin } from './to-login.tsx';

/** Asks for a link to choose a new password. */
export function ForgotScreen({ language }: PublicScreenProps) {
  return (
    <AskScreen
      language={language}
      what="forgot"
      send={(username) => call('forgotPassword', { params: { username } })}
    />
  );
}

/** Asks for a new link to confirm an e-mail address. */
export function ResendScreen({ language }: PublicScreenProps) {
  return (
    <AskScreen language={language} what="resend" send={(username) => call('resendVerification', { body: username })} />
  );
}

interface AskScreenProps extends Pick<PublicScreenProps, 'language'> {
  what: 'forgot' | 'resend';
  send: (username: string) => Promise<unknown>;
}

/** Shows the same whether the user exists or not, as the server does. */
function AskScreen({ language, what, send }: AskScreenProps) {
  const texts = accessTexts[language];
  const words = texts[what];
  const [missing, setMissing] = useState(false);
  const [done, setDone] = useState(false);
  const { onSubmit, busy, fault } = usePublicForm(async (field) => {
    const username = field('username').trim();
    setMissing(username === '');
    if (username === '') return;
    await send(username);
    setDone(true);
  });
  return (
    <>
      <title>{`${words.title} – Varde`}</title>
      <h1 className={styles.title}>{words.title}</h1>
      {done ? (
        <PublicAlert kind="done">{words.done}</PublicAlert>
      ) : (
        <>
          <p className={styles.intro}>{words.intro}</p>
          <form className={styles.form} onSubmit={onSubmit} noValidate>
            {fault && <PublicAlert kind="error">{accessErrorText(texts, fault.code)}</PublicAlert>}
            <PublicField
              label={texts.username}
              help={texts.usernameHelp}
              fault={missing ? texts.faults.missing : undefined}
              name="username"
              type="email"
              maxLength={254}
              autoComplete="username"
              autoFocus
            />
            <button className={styles.submit} type="submit" disabled={busy}>
              {busy ? texts.sending : texts.send}
            </button>
          </form>
        </>
      )}
      <ToLogin texts={texts} />
    </>
  );
}
