import { useTranslation } from 'react-i18next';
import styles from './shell.module.css';

/** In the place of a menu whose code could not be loaded. Opening the menu again loads it again. */
export function MenuFailed() {
  const { t } = useTranslation();
  return (
    <p role="alert" className={styles.menuList}>
      {t('common.partFailed')}
    </p>
  );
}
