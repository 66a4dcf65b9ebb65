import { TextInput } from '@mantine/core';
import type { RecipientRight } from '@varde/contract/event-setup';
import { useTranslation } from 'react-i18next';
import { type DraftReceiver, isUser } from './draft-receiver.ts';
import styles from './event-setup.module.css';
import type { NotificationList } from './use-list-draft.ts';

interface RecipientsProps {
  receiver: DraftReceiver;
  rights: NotificationList['rights'];
  fault: (field: 'mobile' | 'email') => string | false;
  onChange: (fields: Partial<DraftReceiver>) => void;
}

/** Number and address of a receiver: of a user those of the account, which are not changed here. */
export function Recipients({ receiver, rights, fault, onChange }: RecipientsProps) {
  const { mobile, email, hasMobile, hasEmail } = receiver;
  if (isUser(receiver)) return <OfAccount receiver={receiver} />;
  return (
    <>
      <RecipientField
        field="mobile"
        right={rights.mobile}
        value={mobile}
        has={hasMobile}
        fault={fault('mobile')}
        onChange={(typed) => onChange({ mobile: typed, hasMobile: typed !== null })}
      />
      <RecipientField
        field="email"
        right={rights.email}
        value={email}
        has={hasEmail}
        fault={fault('email')}
        onChange={(typed) => onChange({ email: typed, hasEmail: typed !== null })}
      />
    </>
  );
}

function OfAccount({
  receiver: { mobile, email, hasMobile, hasBrowser, channels, leftOut },
}: {
  receiver: DraftReceiver;
}) {
  const { t } = useTranslation();
  const known = [mobile, email].filter((each) => each !== null).join(' · ');
  return (
    <div className={styles.dim}>
      {t('eventSetup.ofAccount')} {known}
      {!hasMobile && (
        <div className={leftOut === 'noNumber' ? styles.fault : undefined} role="status">
          {t('eventSetup.accountWithoutNumber')}
        </div>
      )}
      {!hasBrowser && channels.includes('push') && (
        <div className={leftOut === 'noBrowser' ? styles.fault : undefined} role="status">
          {t('eventSetup.accountWithoutBrowser')}
        </div>
      )}
    </div>
  );
}

interface RecipientFieldProps {
  field: 'mobile' | 'email';
  right: RecipientRight;
  value: string | null;
  /** There is one, seen or not. */
  has: boolean;
  fault: string | false;
  onChange: (value: string | null) => void;
}

const labels = { mobile: 'mobile', email: 'address' } as const;
const types = { mobile: 'tel', email: 'email' } as const;

/** A number or address, as far as the user may see and change it. */
function RecipientField({ field, right, value, has, fault, onChange }: RecipientFieldProps) {
  const { t } = useTranslation();
  if (right === 'none' || (right === 'read' && value === null))
    return (
      <p className={fault ? styles.fault : styles.dim} {...(fault && { role: 'alert' })}>
        {t(`eventSetup.${has ? 'hidden' : 'without'}.${field}`)}
      </p>
    );
  return (
    <TextInput
      label={t(`eventSetup.${labels[field]}`)}
      type={types[field]}
      readOnly={right === 'read'}
      value={value ?? ''}
      error={fault}
      onChange={({ currentTarget }) => onChange(currentTarget.value.trim() || null)}
    />
  );
}
