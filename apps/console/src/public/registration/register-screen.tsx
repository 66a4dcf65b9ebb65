import { useEffect, useState } from 'react';
import { call, type Output } from '#data/api/call.ts';
import { PublicAlert } from '../form/public-alert.tsx';
import styles from '../public.module.css';
import type { PublicScreenProps } from '../screen-props.ts';
import { CompanyForm } from './company-form.tsx';
import { PrivateForm } from './private-form.tsx';
import { type RegistrationTexts, registrationTexts } from './registration-texts.ts';

type Config = Pick<Output<'getConfig'>, 'registration' | 'organisationLookUp'>;

/** Without an answer the form is shown anyway: the server validates what it sends. */
const unknown: Config = { registration: 'approval', organisationLookUp: false };

/** `#/register/private` and `#/register/company`. */
export function RegisterScreen({ language, hash }: PublicScreenProps) {
  const texts = registrationTexts[language];
  const kind = hash.startsWith('#/register/company') ? 'company' : 'private';
  const config = useConfig();
  if (config === null) return <title>{`${texts[kind].title} – Varde`}</title>;
  return (
    <>
      {config.registration === 'closed' ? (
        <Closed texts={texts} />
      ) : (
        <Registration key={kind} kind={kind} texts={texts} language={language} config={config} />
      )}
      <p className={styles.links}>
        <a href="#/login">{texts.toLogin}</a>
      </p>
    </>
  );
}

function useConfig(): Config | null {
  const [config, setConfig] = useState<Config | null>(null);
  useEffect(() => {
    call('getConfig', {}).then(setConfig, () => setConfig(unknown));
  }, []);
  return config;
}

function Closed({ texts: { closed } }: { texts: RegistrationTexts }) {
  return (
    <>
      <title>{`${closed.title} – Varde`}</title>
      <h1 className={styles.title}>{closed.title}</h1>
      <p className={styles.intro}>{closed.text}</p>
    </>
  );
}

interface RegistrationProps extends Pick<PublicScreenProps, 'language'> {
  kind: 'company' | 'private';
  texts: RegistrationTexts;
  config: Config;
}

function Registration({ kind, texts, language, config }: RegistrationProps) {
  const [done, setDone] = useState(false);
  const waits = kind === 'company' && config.registration === 'approval';
  const { title, intro, other } = texts[kind];
  const form = { texts, language, onDone: () => setDone(true) };
  return (
    <>
      <title>{`${title} – Varde`}</title>
      <h1 className={styles.title}>{title}</h1>
      {done && <PublicAlert kind="done">{waits ? texts.doneApproval : texts.done}</PublicAlert>}
      {!done && (
        <>
          <p className={styles.intro}>{waits ? `${intro} ${texts.approval}` : intro}</p>
          {kind === 'company' ? (
            <CompanyForm {...form} asksRegister={config.organisationLookUp} />
          ) : (
            <PrivateForm {...form} />
          )}
          <p className={styles.links}>
            <a href={`#/register/${kind === 'company' ? 'private' : 'company'}`}>{other}</a>
          </p>
        </>
      )}
    </>
  );
}
