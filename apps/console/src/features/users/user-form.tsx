import { userForm } from '@varde/contract/forms';
import type { User } from '@varde/contract/users';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { useRecordForm } from '#domain/errors/use-record-form.ts';
import { Failure } from '#kit/form/failure.tsx';
import { FaultSummary } from '#kit/form/fault-summary.tsx';
import { SaveButtons } from '#kit/form/save-buttons.tsx';
import styles from '#ui/panes.module.css';
import { useKeepUser } from './use-keep-user.ts';
import { type UserDetails, UserFields, useUserLabel } from './user-fields.tsx';
import { fullName } from './user-name.ts';

/** The details of a user; editable with the right to edit them. */
export function UserForm({ user }: { user: User }) {
  const { t } = useTranslation();
  const labelOf = useUserLabel();
  const keep = useKeepUser();
  const readOnly = !user.abilities.includes('edit');
  const { values, change, errors, failure, onSubmit, buttons } = useRecordForm({
    of: `user-${user.userId}`,
    stored: detailsOf(user),
    schema: userForm,
    save: ({ custName: _, ...body }) => call('updateUser', { params: { userId: user.userId }, body }),
    onSaved: (saved) => keep(saved, t('users.saved', { name: fullName(saved) })),
  });

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {readOnly && <p className={styles.facts}>{t('users.readOnly')}</p>}
      <FaultSummary faults={Object.entries(errors).map(([path, text]) => ({ field: labelOf(path), text }))} />
      <fieldset className={styles.fields} disabled={readOnly}>
        <UserFields details={values} errors={errors} onChange={change} />
      </fieldset>
      {!readOnly && (
        <footer className={styles.footer}>
          <Failure text={failure} />
          <SaveButtons {...buttons} />
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
