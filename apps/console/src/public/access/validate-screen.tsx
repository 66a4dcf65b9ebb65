import { useEffect, useState } from 'react';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call, type Output } from '#data/api/call.ts';
import { PublicAlert } from '../form/public-alert.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import styles from '../public.module.css';
import type { PublicScreenProps } from '../screen-props.ts';
import { accessErrorText, accessTexts } from './access-texts.ts';
import { ToLogin } from './to-login.tsx';
import { tokenOf } from './token-of.ts';

/** Shows the address that a link confirms, and confirms it on request only: mail programs open links by themselves. */
export function ValidateScreen({ language, hash }: PublicScreenProps) {
  const texts = accessTexts[language];
  const words = texts.validate;
  const token = tokenOf(hash);
  const { owner, error } = useLinkOwner(token);
  const [state, setState] = useState<Output<'validateEmail'>['state'] | null>(null);
  const { onSubmit, busy, fault } = usePublicForm(async () => {
    setState((await call('validateEmail', { params: { token } })).state);
  });
  const failed = fault?.code ?? error;
  return (
    <>
      <title>{`${words.title} – Varde`}</title>
      <h1 className={styles.title}>{words.title}</h1>
      {state && <PublicAlert kind="done">{state === 'waiting' ? words.waiting : words.done}</PublicAlert>}
      {failed && <PublicAlert kind="error">{accessErrorText(texts, failed)}</PublicAlert>}
      {!state && !failed && owner === null && <p className={styles.intro}>{words.loading}</p>}
      {!state && !failed && owner !== null && (
        <form className={styles.form} onSubmit={onSubmit}>
          <p className={styles.text}>
            <span>
              {owner.firmName === null ? words.introPrivate : words.introCompany.replace('{{firm}}', owner.firmName)}
            </span>{' '}
            <strong>{`${owner.firstName} ${owner.lastName}, ${owner.username}`}</strong>
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

type Owner = Output<'getValidationEmail'>;

function useLinkOwner(token: string): { owner: Owner | null; error: string | null } {
  const [owner, setOwner] = useState<Owner | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    call('getValidationEmail', { params: { token } }, { signal: abort.signal }).then(setOwner, (thrown: unknown) => {
      if (!abort.signal.aborted) setError(errorCodeOf(thrown));
    });
    return () => abort.abort();
  }, [token]);
  return { owner, error };
}
