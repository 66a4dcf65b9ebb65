import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './fault-summary.module.css';

/** Everything that is wrong, on top of a form, each with the field's name. */
export function FaultSummary({ faults }: { faults: readonly { field: string; text: string }[] }) {
  const { t } = useTranslation();
  if (faults.length === 0) return null;
  return (
    <Alert color="red.8" role="alert" title={t('common.faults', { count: faults.length })}>
      <ul className={styles.faults}>
        {faults.map(({ field, text }) => (
          <li key={field}>{t('common.fault', { field, text })}</li>
        ))}
      </ul>
    </Alert>
  );
}
