import { Button, Checkbox, Group, Stack } from '@mantine/core';
import type { Session } from '@varde/contract/session';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectRoles } from '#data/selected-roles.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';

type Roles = Session['roles'];
type Id = Roles[number]['role'];

/** Opens the dialog in which a user with several roles selects the active ones. */
export function useRoleSelection({ userId, roles }: Pick<Session, 'userId' | 'roles'>): () => Promise<void> {
  const { t } = useTranslation();
  return async () => {
    const selected = await openDialog<Id[]>({
      title: t('shell.selectRoles'),
      content: (close) => <RoleSelection roles={roles} onDone={close} />,
    });
    if (selected === undefined) return;
    selectRoles(selected.length === roles.length ? [] : selected, userId);
    // A reload: no data and no subscription of the former roles may remain.
    location.reload();
  };
}

interface RoleSelectionProps {
  roles: Roles;
  onDone: (selected?: Id[]) => void;
}

function RoleSelection({ roles, onDone }: RoleSelectionProps) {
  const { t } = useTranslation();
  const [selected, setSelected] = useState(
    roles.filter((each) => each.selected).map(({ role }): string => role),
  );
  return (
    <Stack>
      <Checkbox.Group
        label={t('shell.roles')}
        description={t('shell.selectRolesHelp')}
        value={selected}
        onChange={setSelected}
      >
        <Stack gap="xs" my="sm">
          {roles.map(({ role }, index) => (
            <Checkbox
              key={role}
              value={role}
              label={t(`catalogue.roles.${role}`)}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => onDone()}>
          {t('common.cancel')}
        </Button>
        <Button
          disabled={selected.length === 0}
          onClick={() => onDone(roles.map(({ role }) => role).filter((role) => selected.includes(role)))}
        >
          {t('shell.useRoles')}
        </Button>
      </Group>
    </Stack>
  );
}
