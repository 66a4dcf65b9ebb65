import { useState } from 'react';
import { call, type Output } from '#data/api/call.ts';
import { QrCode } from '#kit/qr-code.tsx';
import { PublicField } from '../form/public-field.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import styles from '../public.module.css';
import type { PublicScreenProps } from '../screen-props.ts';
import { AccessProblem } from './access-problem.tsx';
import { type AccessTexts, accessTexts } from './access-texts.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type Secret = Output<'beginTwoFactor'>;

/** Sets up an authenticator app: the password, the app and a code of it, then the recovery codes. */
export function TwoFactorScreen({ language, onSession }: PublicScreenProps) {
  const texts = accessTexts[language];
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <>
      <title>{`${texts.twoFactor.title} – Varde`}</title>
      <h1 className={styles.title}>{texts.twoFactor.title}</h1>
      {codes !== null && (
        <RecoveryCodes texts={texts} codes={codes} onDone={async () => onSession(await call('getSession', {}))} />
      )}
      {codes === null && secret !== null && <ConfirmForm texts={texts} secret={secret} onCodes={setCodes} />}
      {codes === null && secret === null && <PasswordStep texts={texts} onSecret={setSecret} />}
    </>
  );
}

function PasswordStep({ texts, onSecret }: { texts: AccessTexts; onSecret: (secret: Secret) => void }) {
  const words = texts.twoFactor;
  const { onSubmit, busy, fault } = usePublicForm(async (field) =>
    onSecret(await call('beginTwoFactor', { body: { password: field('password') || ' ' } })),
  );
  const wrong = fault?.fields.password === undefined ? undefined : texts.faults.wrong;
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p className={styles.intro}>{words.intro}</p>
      <AccessProblem texts={texts} fault={fault} instead={wrong} />
      <PublicField
        label={words.password}
        fault={wrong}
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus
      />
      <button className={styles.submit} type="submit" disabled={busy}>
        {busy ? words.working : words.next}
      </button>
      <button className={styles.secondary} type="button" onClick={leave}>
        {words.cancel}
      </button>
    </form>
  );
}

interface ConfirmFormProps {
  texts: AccessTexts;
  secret: Secret;
  onCodes: (codes: string[]) => void;
}

function ConfirmForm({ texts, secret, onCodes }: ConfirmFormProps) {
  const words = texts.twoFactor;
  const { onSubmit, busy, fault } = usePublicForm(async (field) => {
    const { recoveryCodes } = await call('confirmTwoFactor', { body: { code: field('code') || ' ' } });
    onCodes(recoveryCodes);
  });
  const wrong = fault?.fields.code === undefined ? undefined : words.wrongCode;
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p className={styles.intro}>{words.app}</p>
      <div className={styles.picture}>
        <QrCode text={secret.uri} label={words.qr} size={196} />
      </div>
      <p className={styles.links}>
        <a href={secret.uri}>{words.openApp}</a>
      </p>
      <p className={styles.intro}>{words.key}</p>
      <p className={styles.secret}>{grouped(secret.secret)}</p>
      <AccessProblem texts={texts} fault={fault} instead={wrong} />
      <PublicField
        label={words.code}
        help={words.codeHelp}
        fault={wrong}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        autoFocus
      />
      <button className={styles.submit} type="submit" disabled={busy}>
        {busy ? words.working : words.turnOn}
      </button>
      <button className={styles.secondary} type="button" onClick={leave}>
        {words.cancel}
      </button>
    </form>
  );
}

/** In groups of four, for copying by hand. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** Opens the console; a user who must set up two-factor login first returns here. */
function leave(): void {
  location.hash = '#/profile';
  location.reload();
}
