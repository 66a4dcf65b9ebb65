import { useTranslation } from 'react-i18next';
import styles from './shell.module.css';

/** The number of registrations that wait for a decision; hidden at 0. */
export function WaitingBadge({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count}</span>
      <span className={styles.navHidden}>{t('shell.registrationsWaiting', { count })}</span>
    </span>
  );
}
