import { useTranslation } from 'react-i18next';
import styles from './shell.module.css';

/** Replaces a menu whose code could not be loaded. Opening the menu again retries. */
export function MenuFailed() {
  const { t } = useTranslation();
  return (
    <p role="alert" className={styles.menuList}>
      {t('common.partFailed')}
    </p>
  );
}
