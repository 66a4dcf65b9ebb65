import { Button, PasswordInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TwoFactor } from '@varde/contract/two-factor';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorCodeOf } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { apiQuery, queryKey } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { useFormats } from '#kit/use-formats.ts';
import styles from './profile-page.module.css';

/** Whether the login requires a one-time code. Setup has its own page, which new users see too. */
export function TwoFactorSection() {
  const { t } = useTranslation();
  const state = useQuery(apiQuery('getTwoFactor', {}));
  return (
    <section className={styles.section} aria-labelledby="profile-two-factor">
      <h2 className={styles.heading} id="profile-two-factor">
        {t('profile.twoFactor')}
      </h2>
      {state.data ? (
        <State twoFactor={state.data} />
      ) : (
        <LoadState error={state.error} onRetry={state.refetch} height={80} />
      )}
    </section>
  );
}

function State({ twoFactor: { since, recoveryCodesLeft, required } }: { twoFactor: TwoFactor }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { renew, end } = useTwoFactorActions();
  if (since === null)
    return (
      <>
        <p className={styles.intro}>{t('profile.twoFactorOff')}</p>
        <div className={styles.buttons}>
          <Button component="a" href="#/two_factor">
            {t('profile.turnTwoFactorOn')}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <p className={styles.intro}>{t('profile.twoFactorOn', { time: formats.exact(since) })}</p>
      <p className={styles.intro}>{t('profile.recoveryCodesLeft', { count: recoveryCodesLeft })}</p>
      {required && <p className={styles.intro}>{t('profile.twoFactorRequired')}</p>}
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => void renew()}>
          {t('profile.renewRecoveryCodes')}
        </Button>
        {!required && (
          <Button variant="default" onClick={() => void end()}>
            {t('profile.turnTwoFactorOff')}
          </Button>
        )}
      </div>
    </>
  );
}

function useTwoFactorActions() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const refresh = () => cache.invalidateQueries({ queryKey: queryKey('getTwoFactor') });
  return {
    async renew() {
      const codes = await askPassword(
        t('profile.renewRecoveryCodes'),
        t('profile.renewHelp'),
        async (password) => (await call('renewRecoveryCodes', { body: { password } })).recoveryCodes,
      );
      if (codes === undefined) return;
      await refresh();
      await openDialog({
        title: t('profile.newRecoveryCodes'),
        content: () => (
          <>
            <p className={styles.intro}>{t('profile.keepRecoveryCodes')}</p>
            <ul className={styles.codes}>
              {codes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
          </>
        ),
      });
    },
    async end() {
      const title = t('profile.turnTwoFactorOff');
      const ended = await askPassword(title, t('profile.turnOffHelp'), (password) =>
        call('endTwoFactor', { body: { password } }),
      );
      if (ended === undefined) return;
      await refresh();
      notifyDone(t('profile.twoFactorEnded'));
    },
  };
}

function askPassword<T>(title: string, help: string, send: (password: string) => Promise<T>) {
  return openDialog<T>({
    title,
    content: (close) => <PasswordQuestion proceed={title} help={help} send={send} onDone={close} />,
  });
}

interface PasswordQuestionProps<T> {
  proceed: string;
  help: string;
  send: (password: string) => Promise<T>;
  onDone: (result?: T) => void;
}

function PasswordQuestion<T>({ proceed, help, send, onDone }: PasswordQuestionProps<T>) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setWrong(false);
    setFailure(null);
    try {
      onDone(await send(password));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'validationFailed') setWrong(true);
      else setFailure(t(`errors.${errorCodeOf(error)}`));
      setBusy(false);
    }
  }
  return (
    <form className={styles.question} onSubmit={onSubmit} noValidate>
      <p className={styles.intro}>{help}</p>
      <PasswordInput
        label={t('profile.currentPassword')}
        autoComplete="current-password"
        data-autofocus
        value={password}
        error={wrong && t('profile.passwordFaults.wrong')}
        visibilityToggleButtonProps={{ 'aria-hidden': true, tabIndex: -1 }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Failure text={failure} />
        <Button variant="default" onClick={() => onDone()}>
          {t('common.cancel')}
        </Button>
        <SteadyButton type="submit" loading={busy} disabled={password === ''}>
          {proceed}
        </SteadyButton>
      </div>
    </form>
  );
}
