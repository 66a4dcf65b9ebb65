import { Button, TextInput } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import type { CustomerRow } from '@varde/contract/customers';
import type { User } from '@varde/contract/users';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CustomerPicker } from '#domain/customers/customer-picker.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import panes from '#ui/panes.module.css';
import styles from './access.module.css';
import { type AccessPlace, AccessTable } from './access-table.tsx';

/** Explains why a user has or lacks access to a customer or a device. */
export function UserAccess({ user }: { user: User }) {
  const { t } = useTranslation();
  const [place, setPlace] = useState<AccessPlace | null>(null);

  async function chooseCustomer() {
    const chosen = await openDialog<CustomerRow>({
      title: t('users.chooseCustomer'),
      content: (close) => <CustomerPicker value={place && 'custId' in place ? place.custId : null} onChange={close} />,
    });
    if (chosen) setPlace({ custId: chosen.custId });
  }
  function askForDevice(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const serial = String(new FormData(event.currentTarget).get('serial') ?? '').trim();
    if (serial) setPlace({ serial });
  }

  return (
    <section className={panes.section} aria-labelledby="user-access">
      <h3 id="user-access" className={panes.sectionTitle}>
        {t('users.access.title')}
      </h3>
      <p className={panes.facts}>{t('users.access.help')}</p>
      {user.state === 'inactive' && <p className={panes.facts}>{t('users.access.shutOut')}</p>}
      <div className={styles.places}>
        <Button
          variant="default"
          leftSection={<IconBuilding size={16} aria-hidden />}
          onClick={() => void chooseCustomer()}
        >
          {t('users.chooseCustomer')}
        </Button>
        <form className={styles.device} onSubmit={askForDevice}>
          <TextInput
            name="serial"
            label={t('users.access.serial')}
            maxLength={100}
            autoComplete="off"
            required
            withAsterisk={false}
          />
          <Button type="submit" variant="default">
            {t('users.access.show')}
          </Button>
        </form>
      </div>
      {place && <AccessTable key={JSON.stringify(place)} userId={user.userId} place={place} />}
    </section>
  );
}
