import { PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { maxPasswordLength, minPasswordLength, passwordFaults } from '@varde/contract/password-rules';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorCodeOf } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { Failure } from '#kit/form/failure.tsx';
import { FaultSummary } from '#kit/form/fault-summary.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import styles from './profile-page.module.css';

const fields = ['currentPassword', 'password', 'repeated'] as const;
type Field = (typeof fields)[number];
type Fault = (typeof passwordFaults)[number] | 'different' | 'missing';

/** Change of password; requires the current one. */
export function PasswordForm({ username }: { username: string }) {
  const { t } = useTranslation();
  const labels = {
    currentPassword: t('profile.currentPassword'),
    password: t('profile.newPassword'),
    repeated: t('profile.repeatPassword'),
  };
  const { faults, failure, busy, onSubmit } = usePasswordChange();
  return (
    <form className={styles.section} onSubmit={onSubmit} noValidate>
      <h2 className={styles.heading}>{t('profile.password')}</h2>
      <p className={styles.intro}>{t('profile.passwordIntro')}</p>
      <FaultSummary
        faults={fields.flatMap((field) => {
          const fault = faults[field];
          return fault === undefined ? [] : [{ field: labels[field], text: t(`profile.passwordFaults.${fault}`) }];
        })}
      />
      {/* Password managers need the username. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <div className={styles.narrow}>
        {fields.map((field) => (
          <PasswordInput
            key={field}
            name={field}
            label={labels[field]}
            description={field === 'password' ? t('profile.newPasswordHelp', { count: minPasswordLength }) : undefined}
            autoComplete={field === 'currentPassword' ? 'current-password' : 'new-password'}
            maxLength={maxPasswordLength}
            error={faults[field] && t(`profile.passwordFaults.${faults[field]}`)}
            visibilityToggleButtonProps={{ 'aria-hidden': true, tabIndex: -1 }}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <Failure text={failure} />
        <SteadyButton type="submit" loading={busy}>
          {t('profile.changePassword')}
        </SteadyButton>
      </div>
    </form>
  );
}

function usePasswordChange() {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [faults, setFaults] = useState<Partial<Record<Field, Fault>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const of = (field: Field) => String(given.get(field) ?? '');
    const [currentPassword, password] = [of('currentPassword'), of('password')];
    if (currentPassword === '') return setFaults({ currentPassword: 'missing' });
    if (password === '') return setFaults({ password: 'missing' });
    if (password !== of('repeated')) return setFaults({ repeated: 'different' });
    setBusy(true);
    setFaults({});
    setFailure(null);
    try {
      await call('changePassword', { body: { currentPassword, password } });
      form.reset();
      notifyDone(t('profile.passwordChanged'));
      void cache.invalidateQueries({ queryKey: queryKey('listSessions') });
    } catch (error) {
      const found = faultsOf(error);
      setFaults(found);
      if (Object.keys(found).length === 0) setFailure(t(`errors.${errorCodeOf(error)}`));
    } finally {
      setBusy(false);
    }
  }
  return { faults, failure, busy, onSubmit };
}

function faultsOf(error: unknown): Partial<Record<Field, Fault>> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.fields.flatMap(({ path, message }) => {
      const field = fields.find((each) => each === path);
      const fault = passwordFaults.find((each) => each === message);
      return field === undefined || fault === undefined ? [] : [[field, fault]];
    }),
  );
}
