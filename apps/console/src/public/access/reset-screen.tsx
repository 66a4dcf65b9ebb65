import { maxPasswordLength, minPasswordLength } from '@varde/contract/password-rules';
import { useState } from 'react';
import { call } from '#data/api/call.ts';
import { PublicAlert } from '../form/public-alert.tsx';
import { PublicField } from '../form/public-field.tsx';
import { type FormFault, usePublicForm } from '../form/use-public-form.ts';
import styles from '../public.module.css';
import type { PublicScreenProps } from '../screen-props.ts';
import { type AccessTexts, accessErrorText, accessTexts } from './access-texts.ts';
import { ToLogin } from './to-login.tsx';
import { tokenOf } from './token-of.ts';

type OwnFault = { field: 'password' | 'repeated'; fault: keyof AccessTexts['faults'] };

/** Sets a new password, by the link in the mail. */
export function ResetScreen({ language, hash }: PublicScreenProps) {
  const texts = accessTexts[language];
  const [own, setOwn] = useState<OwnFault | null>(null);
  const [done, setDone] = useState(false);
  const { onSubmit, busy, fault } = usePublicForm(async (field) => {
    const password = field('password');
    const wrong = faultOf(password, field('repeated'));
    setOwn(wrong);
    if (wrong !== null) return;
    await call('resetPassword', { body: { token: tokenOf(hash), password } });
    setDone(true);
  });
  const refused = refusedPassword(texts, fault);
  const faultAt = (field: OwnFault['field']) => (own?.field === field ? texts.faults[own.fault] : undefined);
  return (
    <>
      <title>{`${texts.reset.title} – Varde`}</title>
      <h1 className={styles.title}>{texts.reset.title}</h1>
      {done && <PublicAlert kind="done">{texts.reset.done}</PublicAlert>}
      {!done && (
        <>
          <p className={styles.intro}>{texts.reset.intro}</p>
          <form className={styles.form} onSubmit={onSubmit} noValidate>
            {fault && <PublicAlert kind="error">{refused ?? accessErrorText(texts, fault.code)}</PublicAlert>}
            <PublicField
              label={texts.reset.password}
              help={texts.reset.passwordHelp.replace('{{count}}', String(minPasswordLength))}
              fault={faultAt('password') ?? refused}
              name="password"
              type="password"
              maxLength={maxPasswordLength}
              autoComplete="new-password"
              autoFocus
            />
            <PublicField
              label={texts.reset.repeat}
              fault={faultAt('repeated')}
              name="repeated"
              type="password"
              maxLength={maxPasswordLength}
              autoComplete="new-password"
            />
            <button className={styles.submit} type="submit" disabled={busy}>
              {busy ? texts.reset.submitting : texts.reset.submit}
            </button>
          </form>
          {fault?.code === 'linkInvalid' && (
            <p className={styles.links}>
              <a href="#/forgot">{texts.reset.newLink}</a>
            </p>
          )}
        </>
      )}
      <ToLogin texts={texts} />
    </>
  );
}

function faultOf(password: string, repeated: string): OwnFault | null {
  if (password === '') return { field: 'password', fault: 'missing' };
  return password === repeated ? null : { field: 'repeated', fault: 'different' };
}

/** Why the server refuses the password, as text. */
function refusedPassword(texts: AccessTexts, fault: FormFault | null): string | undefined {
  const known: Record<string, string> = texts.faults;
  return known[fault?.fields.password ?? ''];
}
