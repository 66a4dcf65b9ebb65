import { useEffect, useState } from 'react';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call, type Output } from '#data/api/call.ts';
import { PublicAlert } from '../form/public-alert.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import styles from '../public.module.css';
import type { PublicScreenProps } from '../screen-props.ts';
import { accessErrorText, accessTexts } from './access-texts.ts';
import { tokenOf } from './token-of.ts';

/** Whoever has a number confirms on request, by the link of an SMS, that a customer may tell it of alarms. */
export function ConfirmNumberScreen({ language, hash }: PublicScreenProps) {
  const texts = accessTexts[language];
  const words = texts.confirmNumber;
  const token = tokenOf(hash);
  const { asked, error } = useAsked(token);
  const [isDone, setIsDone] = useState(false);
  const { onSubmit, busy, fault } = usePublicForm(async () => {
    await call('confirmNumber', { params: { token } });
    setIsDone(true);
  });
  const failed = fault?.code ?? error;
  const name = asked?.customerName ?? '';
  return (
    <>
      <title>{`${words.title} – Varde`}</title>
      <h1 className={styles.title}>{words.title}</h1>
      {isDone && <PublicAlert kind="done">{words.done.replace('{{customer}}', name)}</PublicAlert>}
      {failed && <PublicAlert kind="error">{accessErrorText(texts, failed)}</PublicAlert>}
      {!isDone && !failed && asked === null && <p className={styles.intro}>{words.loading}</p>}
      {!isDone && asked !== null && failed !== 'linkInvalid' && (
        <form className={styles.form} onSubmit={onSubmit}>
          <p className={styles.text}>{words.intro.replace('{{customer}}', name).replace('{{number}}', asked.number)}</p>
          <p className={styles.help}>{words.help}</p>
          <button className={styles.submit} type="submit" disabled={busy}>
            {busy ? words.submitting : words.submit}
          </button>
        </form>
      )}
    </>
  );
}

type Asked = Output<'getNumberToConfirm'>;

function useAsked(token: string): { asked: Asked | null; error: string | null } {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    call('getNumberToConfirm', { params: { token } }, { signal: abort.signal }).then(setAsked, (thrown: unknown) => {
      if (!abort.signal.aborted) setError(errorCodeOf(thrown));
    });
    return () => abort.abort();
  }, [token]);
  return { asked, error };
}
