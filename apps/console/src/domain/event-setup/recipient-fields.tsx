import { NativeSelect, TextInput } from '@mantine/core';
import type { RecipientRight } from '@varde/contract/event-setup';
import { isByBrowser } from '@varde/contract/event-setup-form';
import { useTranslation } from 'react-i18next';
import { languageNames, languages } from '#texts/language.ts';
import { channelName } from './channel-texts.ts';
import { type DraftReceiver, isUser } from './draft-receiver.ts';
import styles from './event-setup.module.css';
import { NumberField } from './number-field.tsx';
import type { NotificationList } from './use-list-draft.ts';

interface RecipientsProps {
  receiver: DraftReceiver;
  rights: NotificationList['rights'];
  /** The country of a new number. */
  region: string;
  fault: (field: 'mobile' | 'email') => string | false;
  onChange: (fields: Partial<DraftReceiver>) => void;
}

/** Number and address of a receiver: of a user those of the account, which are not changed here. */
export function Recipients({ receiver, rights, region, fault, onChange }: RecipientsProps) {
  const { t } = useTranslation();
  const { mobile, email, hasMobile, hasEmail, language } = receiver;
  if (isUser(receiver)) return <OfAccount receiver={receiver} />;
  return (
    <>
      {isShown(rights.mobile, mobile) ? (
        <NumberField
          value={mobile}
          region={region}
          readOnly={rights.mobile === 'read'}
          fault={fault('mobile')}
          onChange={(typed) => onChange({ mobile: typed, hasMobile: typed !== null })}
        />
      ) : (
        <NotShown field="mobile" has={hasMobile} fault={fault('mobile')} />
      )}
      {isShown(rights.email, email) ? (
        <TextInput
          label={t('eventSetup.address')}
          type="email"
          readOnly={rights.email === 'read'}
          value={email ?? ''}
          error={fault('email')}
          onChange={({ currentTarget }) => {
            const typed = currentTarget.value.trim() || null;
            onChange({ email: typed, hasEmail: typed !== null });
          }}
        />
      ) : (
        <NotShown field="email" has={hasEmail} fault={fault('email')} />
      )}
      <NativeSelect
        label={t('eventSetup.language')}
        value={language ?? 'nb'}
        data={languages.map((value) => ({ value, label: languageNames[value] }))}
        onChange={({ currentTarget }) => onChange({ language: languages.find((each) => each === currentTarget.value) })}
      />
    </>
  );
}

/** A field that shows nothing and takes nothing is left out. */
const isShown = (right: RecipientRight, value: string | null): boolean =>
  right === 'change' || (right === 'read' && value !== null);

function OfAccount({
  receiver: { mobile, email, hasMobile, hasBrowser, channels, withdrawn, leftOut },
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
      {withdrawn.map((channel) => (
        <div key={channel} className={leftOut === 'noConsent' ? styles.fault : undefined} role="status">
          {t('eventSetup.accountWithdrawn', { channel: channelName(t, channel) })}
        </div>
      ))}
      {!hasBrowser && channels.some(isByBrowser) && (
        <div className={leftOut === 'noBrowser' ? styles.fault : undefined} role="status">
          {t('eventSetup.accountWithoutBrowser')}
        </div>
      )}
    </div>
  );
}

interface NotShownProps {
  field: 'mobile' | 'email';
  /** There is one, which the user may not see. */
  has: boolean;
  fault: string | false;
}

function NotShown({ field, has, fault }: NotShownProps) {
  const { t } = useTranslation();
  return (
    <p className={fault ? styles.fault : styles.dim} {...(fault && { role: 'alert' })}>
      {t(`eventSetup.${has ? 'hidden' : 'without'}.${field}`)}
    </p>
  );
}
