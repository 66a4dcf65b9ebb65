import { useTranslation } from 'react-i18next';
import styles from './fault-summary.module.css';

/** All faults of a form, on top of it, each with the field's label. */
export function FaultSummary({ faults }: { faults: readonly { field: string; text: string }[] }) {
  const { t } = useTranslation();
  if (faults.length === 0) return null;
  return (
    <div className={styles.summary} role="alert">
      <p className={styles.title}>{t('common.faults', { count: faults.length })}</p>
      <ul className={styles.faults}>
        {faults.map(({ field, text }) => (
          <li key={field}>{t('common.fault', { field, text })}</li>
        ))}
      </ul>
    </div>
  );
}
