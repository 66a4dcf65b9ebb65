import { Checkbox, Stack } from '@mantine/core';
import type { Role } from '@varde/catalogue/permissions';
import type { CustomerRow } from '@varde/contract/customers';
import type { User } from '@varde/contract/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { CustomerPicker } from '#domain/customers/customer-picker.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';
import { RoleSelect } from './role-select.tsx';

type Held = Omit<User['policies'][number], 'mayTake'>;

/** Opens the dialog in which a role and a customer are chosen. */
export function useAddRole(): (name: string) => Promise<Held | undefined> {
  const { t } = useTranslation();
  const admin = useSession().abilities.includes('admin');
  return (name) =>
    openDialog<Held>({
      title: t('users.addRoleFor', { name }),
      content: (close) => <AddRoleForm global={admin} onDone={close} />,
    });
}

interface AddRoleFormProps {
  /** Whether roles for all customers, and roles that reach everywhere, can be given. */
  global: boolean;
  onDone: (held?: Held) => void;
}

function AddRoleForm({ global, onDone }: AddRoleFormProps) {
  const { t } = useTranslation();
  const [role, setRole] = useState<Role | null>(null);
  const [everywhere, setEverywhere] = useState(false);
  const [customer, setCustomer] = useState<CustomerRow | null>(null);
  const custId = everywhere ? null : (customer?.custId ?? null);
  const chosen = role !== null && (everywhere || customer !== null);
  return (
    <Stack>
      {global && (
        <Checkbox
          label={t('users.everywhere')}
          checked={everywhere}
          onChange={(event) => setEverywhere(event.currentTarget.checked)}
        />
      )}
      {!everywhere && <CustomerPicker value={customer?.custId ?? null} onChange={setCustomer} />}
      <RoleSelect custId={custId} to="added" value={role} onChange={setRole} />
      <DialogButtons
        onCancel={() => onDone()}
        disabled={!chosen}
        onProceed={() =>
          role !== null && onDone({ role, custId, custName: custId === null ? null : (customer?.firmName ?? null) })
        }
      >
        {t('users.addRole')}
      </DialogButtons>
    </Stack>
  );
}
