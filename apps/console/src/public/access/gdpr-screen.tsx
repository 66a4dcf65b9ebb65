import type { Session } from '@varde/contract/session';
import { useEffect, useState } from 'react';
import { errorCodeOf } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { PublicAlert } from '../form/public-alert.tsx';
import { logoutHash } from '../login-address.ts';
import styles from '../public.module.css';
import type { PublicScreenProps } from '../screen-props.ts';
import { accessErrorText, accessTexts } from './access-texts.ts';

/** The privacy text: to be accepted before the first use of the console, and readable afterwards. */
export function GdprScreen({ language, onSession }: PublicScreenProps) {
  const texts = accessTexts[language];
  const words = texts.gdpr;
  const { session, lines, failed } = useGdpr(language);
  const { act, busy, error, mailed } = useActions(onSession);
  const problem = error ?? failed;
  return (
    <>
      <title>{`${words.title} – Varde`}</title>
      <h1 className={styles.title}>{words.title}</h1>
      {problem && <PublicAlert kind="error">{accessErrorText(texts, problem)}</PublicAlert>}
      {!session && !problem && <p className={styles.intro}>{words.loading}</p>}
      {lines.map((line) => (
        <p className={styles.text} key={line}>
          {line}
        </p>
      ))}
      {session && (
        <div className={styles.form}>
          {session.pending.includes('gdpr') ? (
            <button className={styles.submit} type="button" disabled={busy} onClick={() => act.accept(session)}>
              {busy ? words.accepting : words.accept}
            </button>
          ) : (
            <>
              <p className={styles.help}>{words.accepted}</p>
              <button className={styles.submit} type="button" onClick={() => onSession(session)}>
                {words.proceed}
              </button>
            </>
          )}
          <button className={styles.secondary} type="button" disabled={mailed} onClick={act.mail}>
            {mailed ? words.mailSent : words.sendMail}
          </button>
          <button className={styles.secondary} type="button" onClick={act.logOut}>
            {words.logOut}
          </button>
        </div>
      )}
    </>
  );
}

function useGdpr(language: string) {
  const [session, setSession] = useState<Session | null>(null);
  const [texts, setTexts] = useState<Record<string, string[]>>({});
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    Promise.all([call('getSession', {}), call('getLoginText', {})]).then(
      ([current, { gdpr }]) => {
        setSession(current);
        setTexts(gdpr);
      },
      (thrown: unknown) => {
        if (errorCodeOf(thrown) === 'notLoggedIn') location.hash = logoutHash('PROFFWEB');
        else setFailed(errorCodeOf(thrown));
      },
    );
  }, []);
  return { session, lines: texts[language] ?? texts.nb ?? [], failed };
}

function useActions(onSession: PublicScreenProps['onSession']) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [mailed, setMailed] = useState(false);
  async function run(work: () => Promise<void>) {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (thrown) {
      setError(errorCodeOf(thrown));
    } finally {
      setBusy(false);
    }
  }
  const act = {
    accept: (session: Session) =>
      void run(async () => {
        await call('acceptGdpr', { body: { username: session.username } });
        onSession(await call('getSession', {}));
      }),
    mail: () =>
      void run(async () => {
        await call('sendGdprEmail', {});
        setMailed(true);
      }),
    logOut: () =>
      void run(async () => {
        await call('logout', {});
        location.hash = '#/login';
      }),
  };
  return { act, busy, error, mailed };
}
