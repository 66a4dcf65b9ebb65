import { Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Role } from '@varde/catalogue/permissions';
import type { User } from '@varde/contract/users';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#data/api/api-error.ts';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { useSession } from '#data/session.ts';
import { useDraft } from '#data/use-draft.ts';
import { useFormSubmit } from '#domain/errors/use-submit.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { useFocusOnFault } from '#kit/form/use-focus-on-fault.ts';
import { notifyDone } from '#kit/state/notify.ts';
import { RoleSelect } from './role-select.tsx';
import { type UserDetails, UserFields } from './user-fields.tsx';
import { fullName } from './user-name.ts';

/** Opens the dialog that adds a user, and opens the new one. */
export function useNewUser(onChoose: (userId: number) => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return async (): Promise<void> => {
    const added = await openDialog<User>({
      title: t('users.add'),
      content: (close) => <NewUserForm onDone={close} />,
    });
    if (added === undefined) return;
    notifyDone(t('users.added', { name: fullName(added) }));
    await cache.invalidateQueries({ queryKey: queryKey('listUsers') });
    onChoose(added.userId);
  };
}

const nothing: UserDetails = {
  firstName: '',
  lastName: '',
  mobile: null,
  language: 'nb',
  custId: null,
  custName: null,
  temporaryUntil: null,
};

function NewUserForm({ onDone }: { onDone: (added?: User) => void }) {
  const { t } = useTranslation();
  const needsCustomer = !useSession().abilities.includes('admin');
  const { submit, busy, errors, setErrors, failure } = useFormSubmit();
  const form = useFocusOnFault(errors);
  const [username, setUsername] = useDraft('new-user-name', '');
  const [draft, setDraft] = useDraft('new-user', nothing);
  const [role, setRole] = useDraft<Role | null>('new-user-role', null);
  const { custName: _, ...details } = draft;

  async function save(event: FormEvent) {
    event.preventDefault();
    const missing = {
      ...(username.trim() === '' && { username: t('users.usernameMissing') }),
      ...(details.firstName.trim() === '' && { firstName: t('fieldErrors.firstName') }),
      ...(details.lastName.trim() === '' && { lastName: t('fieldErrors.lastName') }),
      ...(needsCustomer && details.custId === null && { custId: t('users.chooseCustomer') }),
    };
    if (Object.keys(missing).length > 0) return setErrors(missing);
    const policies = role === null ? [] : [{ role, custId: details.custId }];
    const taken = { username: t('errors.usernameTaken') };
    const added = await submit(() =>
      call('createUser', { body: { username, ...details, policies } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'usernameTaken') return null;
        throw error;
      }),
    );
    if (added === null) setErrors(taken);
    else if (added) onDone(added);
  }

  return (
    <form ref={form} onSubmit={save} noValidate>
      <Stack>
        <Text size="sm">{t('users.addHelp')}</Text>
        <TextInput
          label={t('users.username')}
          description={t('users.usernameHelp')}
          type="email"
          autoComplete="off"
          required
          maxLength={254}
          value={username}
          error={errors.username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          data-autofocus
        />
        <UserFields
          details={draft}
          errors={errors}
          {...(needsCustomer && { noCustomer: t('users.chooseCustomer') })}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        />
        <RoleSelect custId={details.custId} to="invited" value={role} onChange={setRole} optional />
        <DialogButtons failure={failure} onCancel={() => onDone()} busy={busy}>
          {t('common.add')}
        </DialogButtons>
      </Stack>
    </form>
  );
}
