import type { Context, Session } from '@varde/contract/session';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call, setContext } from '#data/api/call.ts';
import { PublicField } from '../form/public-field.tsx';
import styles from '../public.module.css';
import { type LoginTexts, loginErrorText } from './login-texts.ts';

interface LoginFormProps {
  texts: LoginTexts;
  context: Context;
  filled: { username: string; password: string };
  /** Registration is open here, so the address may not be confirmed yet. */
  canRegister: boolean;
  onSession: (session: Session) => void;
}

export function LoginForm({ texts, context, filled, canRegister, onSession }: LoginFormProps) {
  const { submit, busy, error, asksTwoFactor, startAnew } = useLogin(context, onSession);
  const errorRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (error) errorRef.current?.focus();
  }, [error]);
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {error && (
        <p className={styles.error} role="alert" tabIndex={-1} ref={errorRef}>
          <span>{loginErrorText(texts, error)}</span>
          {error === 'loginFailed' && canRegister && (
            <span className={styles.hint}>
              <span>{texts.unconfirmed}</span> <a href="#/resend">{texts.resend}</a>
            </span>
          )}
        </p>
      )}
      {/* Stays in the form on the second step: its values are sent again with the code. */}
      <div className={styles.part} hidden={asksTwoFactor}>
        <PublicField
          label={texts.username}
          help={texts.usernameHelp}
          name="username"
          type="email"
          autoComplete="username"
          defaultValue={filled.username}
          autoFocus
        />
        <PublicField
          label={texts.password}
          name="password"
          type="password"
          autoComplete="current-password"
          defaultValue={filled.password}
        />
      </div>
      {asksTwoFactor && (
        <PublicField
          label={texts.twoFactor}
          help={texts.twoFactorHelp}
          name="TWO_FACTOR_KEY"
          autoComplete="one-time-code"
          maxLength={20}
          autoFocus
        />
      )}
      <button className={styles.submit} type="submit" disabled={busy}>
        {busy ? texts.submitting : texts.submit}
      </button>
      {asksTwoFactor && (
        <button className={styles.secondary} type="button" onClick={startAnew}>
          {texts.otherUser}
        </button>
      )}
    </form>
  );
}

function useLogin(context: Context, onSession: LoginFormProps['onSession']) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asksTwoFactor, setAsksTwoFactor] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const field = (name: string) => String(form.get(name) ?? '').trim();
    const body = { username: field('username'), password: String(form.get('password') ?? '') };
    if (!body.username || !body.password) return setError('missing');
    setBusy(true);
    setError(null);
    setContext(context);
    try {
      const code = field('TWO_FACTOR_KEY');
      onSession(await call('login', { body: code ? { ...body, TWO_FACTOR_KEY: code } : body }));
    } catch (thrown) {
      const code = errorCodeOf(thrown);
      // A required code is the next step, not an error.
      if (code === 'twoFactorRequired' && !asksTwoFactor) setAsksTwoFactor(true);
      else setError(code);
      setBusy(false);
    }
  }
  function startAnew() {
    setAsksTwoFactor(false);
    setError(null);
  }
  return { submit, busy, error, asksTwoFactor, startAnew };
}
