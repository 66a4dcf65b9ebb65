import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { AdministrationMenu } from './administration-menu.tsx';
import { areasFor } from './navigation.ts';
import styles from './shell.module.css';
import { ViewsMenu } from './views-menu.tsx';

export function NavigationBar({ alarmCount }: { alarmCount: number }) {
  const { t } = useTranslation();
  const areas = areasFor(useSession());
  return (
    <nav className={styles.nav} aria-label={t('shell.navigation')}>
      {areas
        .filter(({ administration }) => !administration)
        .map(({ key, path, icon: Icon }) => (
          <Fragment key={key}>
            <Link to={path} className={styles.navLink} title={t(`shell.areas.${key}`)}>
              {Icon && <Icon size={18} aria-hidden />}
              <span className={styles.navText}>{t(`shell.areas.${key}`)}</span>
              {key === 'alarms' && alarmCount > 0 && (
                <span className={styles.badge}>
                  <span aria-hidden="true">{alarmCount}</span>
                  <span className={styles.navHidden}>{t('alarms.openCount', { count: alarmCount })}</span>
                </span>
              )}
            </Link>
            {key === 'devices' && <ViewsMenu />}
          </Fragment>
        ))}
      <AdministrationMenu areas={areas.filter(({ administration }) => administration)} />
    </nav>
  );
}
