import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { type Role, roles } from '@varde/catalogue/permissions';
import type { CustomerRow } from '@varde/contract/customers';
import type { User } from '@varde/contract/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { CustomerPicker } from '#domain/customers/customer-picker.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DialogButtons } from '#kit/form/dialog-buttons.tsx';

type Held = User['policies'][number];

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
  const choices = roles.filter(({ fullAccess }) => global || !fullAccess);
  const [role, setRole] = useState<Role>('RESTRICTED_USER');
  const [everywhere, setEverywhere] = useState(false);
  const [customer, setCustomer] = useState<CustomerRow | null>(null);
  const chosen = everywhere || customer !== null;
  return (
    <Stack>
      <NativeSelect
        label={t('users.role')}
        value={role}
        data={choices.map(({ key }) => ({ value: key, label: t(`catalogue.roles.${key}`) }))}
        onChange={(event) =>
          setRole(roles.find(({ key }) => key === event.currentTarget.value)?.key ?? 'RESTRICTED_USER')
        }
        data-autofocus
      />
      {global && (
        <Checkbox
          label={t('users.everywhere')}
          checked={everywhere}
          onChange={(event) => setEverywhere(event.currentTarget.checked)}
        />
      )}
      {!everywhere && <CustomerPicker value={customer?.custId ?? null} onChange={setCustomer} />}
      <DialogButtons
        onCancel={() => onDone()}
        disabled={!chosen}
        onProceed={() =>
          onDone(
            everywhere || customer === null
              ? { role, custId: null, custName: null }
              : { role, custId: customer.custId, custName: customer.firmName },
          )
        }
      >
        {t('users.addRole')}
      </DialogButtons>
    </Stack>
  );
}
