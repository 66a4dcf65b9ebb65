import type { User } from '@varde/contract/users';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { FaultSummary } from '#kit/form/fault-summary.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import { useUnsavedGuard } from '#kit/form/use-unsaved-guard.ts';
import styles from '#ui/panes.module.css';
import { useKeepUser } from './use-keep-user.ts';
import { type UserDetails, UserFields, useUserLabel } from './user-fields.tsx';
import { fullName } from './user-name.ts';

/** What is known of a user, to be changed by who may. */
export function UserForm({ user }: { user: User }) {
  const { t } = useTranslation();
  const labelOf = useUserLabel();
  const keep = useKeepUser();
  const [draft, setDraft] = useState<Partial<UserDetails>>({});
  const { submit, busy, errors, setErrors, failure } = useSubmit();
  const readOnly = !user.abilities.includes('edit');
  const { custName, ...details } = { ...detailsOf(user), ...draft };
  const dirty = Object.keys(draft).length > 0;
  useUnsavedGuard(dirty && !busy);

  async function save(event: FormEvent) {
    event.preventDefault();
    const params = { userId: user.userId };
    const saved = await submit(() => call('updateUser', { params, body: details }));
    if (saved === undefined) return;
    setDraft({});
    keep(saved, t('users.saved', { name: fullName(saved) }));
  }

  return (
    <form className={styles.form} onSubmit={save} noValidate>
      {readOnly && <p className={styles.facts}>{t('users.readOnly')}</p>}
      <FaultSummary faults={Object.entries(errors).map(([path, text]) => ({ field: labelOf(path), text }))} />
      <fieldset className={styles.fields} disabled={readOnly}>
        <UserFields
          details={{ ...details, custName }}
          errors={errors}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        />
      </fieldset>
      {!readOnly && (
        <footer className={styles.footer}>
          <Failure text={failure} />
          <SaveButtons
            dirty={dirty}
            busy={busy}
            onCancel={() => {
              setDraft({});
              setErrors({});
            }}
          />
        </footer>
      )}
    </form>
  );
}

function detailsOf(user: User): UserDetails {
  const { firstName, lastName, mobile, custId, custName, temporaryUntil } = user;
  const language = user.language === 'en' ? 'en' : 'nb';
  return { firstName, lastName, mobile, language, custId, custName, temporaryUntil };
}
