import { useState } from 'react';
import { call, type Output } from '#kit/api/call.ts';
import styles from '#kit/light/light.module.css';
import { LightAlert } from '#kit/light/light-alert.tsx';
import { LightField } from '#kit/light/light-field.tsx';
import type { LightScreenProps } from '#kit/light/light-screen.ts';
import { type LightFault, useLightForm } from '#kit/light/use-light-form.ts';
import { type AccessTexts, accessErrorText, accessTexts } from './access-texts.ts';

type Secret = Output<'beginTwoFactor'>;

/** Sets up an authenticator app: the password, the app and a code of it, then the codes to keep. */
export function TwoFactorScreen({ language, onSession }: LightScreenProps) {
  const texts = accessTexts[language];
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <>
      <title>{`${texts.twoFactor.title} – Varde`}</title>
      <h1 className={styles.title}>{texts.twoFactor.title}</h1>
      {codes !== null && (
        <RecoveryCodes
          texts={texts}
          codes={codes}
          onDone={async () => onSession(await call('getSession', {}))}
        />
      )}
      {codes === null && secret !== null && <ConfirmForm texts={texts} secret={secret} onCodes={setCodes} />}
      {codes === null && secret === null && <PasswordStep texts={texts} onSecret={setSecret} />}
    </>
  );
}

function PasswordStep({ texts, onSecret }: { texts: AccessTexts; onSecret: (secret: Secret) => void }) {
  const words = texts.twoFactor;
  const { onSubmit, busy, fault } = useLightForm(async (field) =>
    onSecret(await call('beginTwoFactor', { body: { password: field('password') || ' ' } })),
  );
  const wrong = fault?.fields.password === undefined ? undefined : texts.faults.wrong;
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p className={styles.intro}>{words.intro}</p>
      <Problem texts={texts} fault={fault} instead={wrong} />
      <LightField
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
  const { onSubmit, busy, fault } = useLightForm(async (field) => {
    const { recoveryCodes } = await call('confirmTwoFactor', { body: { code: field('code') || ' ' } });
    onCodes(recoveryCodes);
  });
  const wrong = fault?.fields.code === undefined ? undefined : words.wrongCode;
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p className={styles.intro}>{words.app}</p>
      <p className={styles.secret}>{grouped(secret.secret)}</p>
      <p className={styles.links}>
        <a href={secret.uri}>{words.openApp}</a>
      </p>
      <Problem texts={texts} fault={fault} instead={wrong} />
      <LightField
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
    </form>
  );
}

function RecoveryCodes({
  texts,
  codes,
  onDone,
}: {
  texts: AccessTexts;
  codes: string[];
  onDone: () => Promise<void>;
}) {
  const words = texts.twoFactor;
  const { onSubmit, busy, fault } = useLightForm(onDone);
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <LightAlert kind="done">{words.done}</LightAlert>
      <p className={styles.intro}>{words.codes}</p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Problem texts={texts} fault={fault} />
      <button className={styles.submit} type="submit" disabled={busy}>
        {words.kept}
      </button>
    </form>
  );
}

function Problem({
  texts,
  fault,
  instead,
}: {
  texts: AccessTexts;
  fault: LightFault | null;
  instead?: string | undefined;
}) {
  return fault && <LightAlert kind="error">{instead ?? accessErrorText(texts, fault.code)}</LightAlert>;
}

/** In groups of four, as people copy it. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** To the console; whoever must set it up first comes back here. */
function leave(): void {
  location.hash = '#/profile';
  location.reload();
}
