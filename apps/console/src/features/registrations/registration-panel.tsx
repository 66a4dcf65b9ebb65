import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Address } from '@varde/contract/fields';
import type { WaitingRegistration } from '@varde/contract/registration-decisions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#kit/use-formats.ts';
import panes from '#ui/panes.module.css';
import { DecisionButtons } from './decision-buttons.tsx';
import styles from './registration-panel.module.css';

interface RegistrationPanelProps {
  registration: WaitingRegistration;
  /** Called after a decision, including one by another user. */
  onDecided: () => void;
}

/** A firm's registration, with the buttons to decide it. */
export function RegistrationPanel({ registration, onDecided }: RegistrationPanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { firmName, orgNumber, reference, address, billingAddress, sameNumber } = registration;
  const { firstName, lastName, username, mobile, createdAt, confirmedAt } = registration;
  return (
    <section className={panes.panel} aria-labelledby="registration-name">
      <header className={panes.panelHeader}>
        <div>
          <h2 id="registration-name" className={panes.panelTitle}>
            {firmName}
          </h2>
          <p className={panes.facts}>{t('registrations.since', { date: formats.dayAndClock(confirmedAt) })}</p>
        </div>
        <DecisionButtons registration={registration} onDecided={onDecided} />
      </header>
      {sameNumber && (
        <Alert className={styles.alert} variant="default" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('registrations.sameNumber', { firm: sameNumber.firmName })}{' '}
          <Link className={styles.link} to="/admin/customers" search={{ cust: sameNumber.custId }}>
            {t('registrations.showCustomer', { firm: sameNumber.firmName })}
          </Link>
        </Alert>
      )}
      <div className={panes.section}>
        <h3 className={panes.sectionTitle}>{t('registrations.company')}</h3>
        <dl className={styles.facts}>
          <Fact name={t('registrations.orgNumber')}>{orgNumber}</Fact>
          {reference && <Fact name={t('registrations.reference')}>{reference}</Fact>}
          {address && <Fact name={t('registrations.address')}>{addressText(address)}</Fact>}
          {billingAddress && <Fact name={t('registrations.billingAddress')}>{addressText(billingAddress)}</Fact>}
          <Fact name={t('registrations.registered')}>{formats.dayAndClock(createdAt)}</Fact>
        </dl>
      </div>
      <div className={panes.section}>
        <h3 className={panes.sectionTitle}>{t('registrations.administrator')}</h3>
        <dl className={styles.facts}>
          <Fact name={t('registrations.name')}>{`${firstName} ${lastName}`}</Fact>
          <Fact name={t('registrations.username')}>{username}</Fact>
          <Fact name={t('registrations.mobile')}>
            <a href={`tel:${mobile}`}>{mobile}</a>
          </Fact>
        </dl>
      </div>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const addressText = ({ address1, address2, zip, city }: Address): string =>
  [address1, address2, `${zip} ${city}`].filter((line) => line !== '').join(', ');
