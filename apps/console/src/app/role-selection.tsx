import { Checkbox, Stack } from '@mantine/core';
import type { Session } from '@varde/contract/session';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { selectRoles } from '#data/api/selected-roles.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';

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
    // Reloads, so that no data or subscription of the former roles remains.
    location.reload();
  };
}

interface RoleSelectionProps {
  roles: Roles;
  onDone: (selected?: Id[]) => void;
}

function RoleSelection({ roles, onDone }: RoleSelectionProps) {
  const { t } = useTranslation();
  const [selected, setSelected] = useState(roles.filter((each) => each.selected).map(({ role }): string => role));
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
      <DialogButtons
        onCancel={() => onDone()}
        disabled={selected.length === 0}
        onProceed={() => onDone(roles.map(({ role }) => role).filter((role) => selected.includes(role)))}
      >
        {t('shell.useRoles')}
      </DialogButtons>
    </Stack>
  );
}
