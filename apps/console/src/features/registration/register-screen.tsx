import { useState } from 'react';
import styles from '#kit/light/light.module.css';
import { LightAlert } from '#kit/light/light-alert.tsx';
import type { LightScreenProps } from '#kit/light/light-screen.ts';
import { CompanyForm } from './company-form.tsx';
import { PrivateForm } from './private-form.tsx';
import { registrationTexts } from './registration-texts.ts';

/** `#/register/private` and `#/register/company`. */
export function RegisterScreen({ language, hash }: LightScreenProps) {
  const texts = registrationTexts[language];
  const kind = hash.startsWith('#/register/company') ? 'company' : 'private';
  const other = kind === 'company' ? 'private' : 'company';
  const [done, setDone] = useState(false);
  const Form = kind === 'company' ? CompanyForm : PrivateForm;
  return (
    <>
      <title>{`${texts[kind].title} – Varde`}</title>
      <h1 className={styles.title}>{texts[kind].title}</h1>
      {done ? (
        <LightAlert kind="done">{texts.done}</LightAlert>
      ) : (
        <>
          <p className={styles.intro}>{texts[kind].intro}</p>
          <Form texts={texts} language={language} onDone={() => setDone(true)} />
        </>
      )}
      <p className={styles.links}>
        {!done && <a href={`#/register/${other}`}>{texts[kind].other}</a>}
        <a href="#/login">{texts.toLogin}</a>
      </p>
    </>
  );
}
