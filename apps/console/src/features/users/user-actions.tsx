import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { User } from '@varde/contract/users';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { queryKey } from '#data/api/query-options.ts';
import { useSubmit } from '#domain/errors/use-submit.ts';
import danger from '#kit/actions/danger.module.css';
import { confirm } from '#kit/dialogs/confirm.tsx';
import { Failure } from '#kit/form/failure.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import { useKeepUser } from './use-keep-user.ts';
import { fullName } from './user-name.ts';

/** Disable, enable, make permanent, delete. */
export function UserActions({ user, onGone }: { user: User; onGone: () => void }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const keep = useKeepUser();
  const { submit, busy, failure } = useSubmit();
  const params = { userId: user.userId };
  const name = fullName(user);
  const can = (ability: User['abilities'][number]) => user.abilities.includes(ability);

  async function setActive(active: boolean) {
    const wording = { title: t('users.deactivateTitle', { name }), body: t('users.deactivateBody') };
    const buttons = { cancel: t('common.cancel'), proceed: t('users.deactivate'), destructive: true };
    if (!active && !(await confirm({ ...wording, ...buttons }))) return;
    const changed = await submit(() => call('setUserActivation', { params, body: { active } }));
    if (changed) keep(changed, t(active ? 'users.activated' : 'users.deactivated', { name }));
  }
  async function promote() {
    const changed = await submit(() => call('promoteUser', { params }));
    if (changed) keep(changed, t('users.promoted', { name }));
  }
  async function resetTwoFactor() {
    const wording = { title: t('users.resetTwoFactorTitle', { name }), body: t('users.resetTwoFactorBody') };
    const buttons = { cancel: t('common.cancel'), proceed: t('users.resetTwoFactor'), destructive: true };
    if (!(await confirm({ ...wording, ...buttons }))) return;
    const changed = await submit(() => call('resetTwoFactor', { params }));
    if (changed) keep(changed, t('users.twoFactorReset', { name }));
  }
  async function remove() {
    const wording = { title: t('users.deleteTitle', { name }), body: t('users.deleteBody') };
    const buttons = { cancel: t('common.cancel'), proceed: t('users.delete'), destructive: true };
    if (!(await confirm({ ...wording, ...buttons }))) return;
    const done = await submit(() => call('deleteUser', { params }));
    if (done === undefined) return;
    onGone();
    notifyDone(t('users.deleted', { name }));
    void cache.invalidateQueries({ queryKey: queryKey('listUsers') });
    void cache.invalidateQueries({ queryKey: queryKey('listDeletedUsers') });
  }

  return (
    <Group gap="xs">
      {can('promote') && (
        <SteadyButton variant="default" disabled={busy} onClick={() => void promote()}>
          {t('users.promote')}
        </SteadyButton>
      )}
      {can('activation') && (
        <SteadyButton variant="default" disabled={busy} onClick={() => void setActive(user.state === 'inactive')}>
          {t(user.state === 'inactive' ? 'users.activate' : 'users.deactivate')}
        </SteadyButton>
      )}
      {can('resetTwoFactor') && (
        <SteadyButton variant="default" disabled={busy} onClick={() => void resetTwoFactor()}>
          {t('users.resetTwoFactor')}
        </SteadyButton>
      )}
      {can('delete') && (
        <SteadyButton variant="default" className={danger.danger} disabled={busy} onClick={() => void remove()}>
          {t('users.delete')}
        </SteadyButton>
      )}
      <Failure text={failure} />
    </Group>
  );
}
