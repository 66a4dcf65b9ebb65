import { useEffect, useState } from 'react';
import { errorCodeOf } from '#kit/api/api-error.ts';
import { call } from '#kit/api/call.ts';
import styles from '#kit/light/light.module.css';
import { LightAlert } from '#kit/light/light-alert.tsx';
import type { LightScreenProps } from '#kit/light/light-screen.ts';
import { useLightForm } from '#kit/light/use-light-form.ts';
import { accessErrorText, accessTexts } from './access-texts.ts';
import { ToLogin } from './to-login.tsx';
import { tokenOf } from './token-of.ts';

/**
 * Shows whose address a link confirms, and confirms it when asked to: mail programs that open links by themselves
 * confirm nothing.
 */
export function ValidateScreen({ language, hash }: LightScreenProps) {
  const texts = accessTexts[language];
  const words = texts.validate;
  const token = tokenOf(hash);
  const { username, error } = useLinkOwner(token);
  const [done, setDone] = useState(false);
  const { onSubmit, busy, fault } = useLightForm(async () => {
    await call('validateEmail', { params: { token } });
    setDone(true);
  });
  const failed = fault?.code ?? error;
  return (
    <>
      <title>{`${words.title} – Varde`}</title>
      <h1 className={styles.title}>{words.title}</h1>
      {done && <LightAlert kind="done">{words.done}</LightAlert>}
      {failed && <LightAlert kind="error">{accessErrorText(texts, failed)}</LightAlert>}
      {!done && !failed && username === null && <p className={styles.intro}>{words.loading}</p>}
      {!done && !failed && username !== null && (
        <form className={styles.form} onSubmit={onSubmit}>
          <p className={styles.text}>
            {words.intro} <strong>{username}</strong>
          </p>
          <button className={styles.submit} type="submit" disabled={busy}>
            {busy ? words.submitting : words.submit}
          </button>
        </form>
      )}
      {failed === 'linkInvalid' && (
        <p className={styles.links}>
          <a href="#/resend">{words.newLink}</a>
        </p>
      )}
      <ToLogin texts={texts} />
    </>
  );
}

function useLinkOwner(token: string): { username: string | null; error: string | null } {
  const [username, setUsername] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    call('getValidationEmail', { params: { token } }, { signal: abort.signal }).then(
      (found) => setUsername(found.username),
      (thrown: unknown) => {
        if (!abort.signal.aborted) setError(errorCodeOf(thrown));
      },
    );
    return () => abort.abort();
  }, [token]);
  return { username, error };
}
