import { Link } from '@tanstack/react-router';
import type { Partner } from '@varde/contract/partners';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#kit/use-formats.ts';
import styles from '#ui/panes.module.css';
import { PriceSection } from './price-section.tsx';

/** What a partner has below it, and its prices for those who may see them. */
export function PartnerPanel({ partner }: { partner: Partner }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { custId, firmName, orgNumber, customerCount, deviceCount, abilities } = partner;
  return (
    <section className={styles.panel} aria-labelledby="partner-name">
      <header className={styles.panelHeader}>
        <div>
          <h2 id="partner-name" className={styles.panelTitle}>
            {firmName}
          </h2>
          {orgNumber !== null && (
            <p className={styles.facts}>
              {t('partners.facts.orgNumber')}: {orgNumber}
            </p>
          )}
          <p className={styles.facts}>
            {t('partners.facts.customerCount')}: {number(customerCount)} · {t('partners.facts.deviceCount')}:{' '}
            {number(deviceCount)}
          </p>
        </div>
        <Link to="/vardes" search={{ custId }} className={styles.aboveLink}>
          {t('partners.facts.devices')}
        </Link>
      </header>
      {abilities.includes('prices') && <PriceSection custId={custId} />}
    </section>
  );
}
