import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { MenuFailed } from './menu-failed.tsx';
import styles from './shell.module.css';

/** The content of the open menu: the saved views of the device list by name, those of others with their customer. */
export function ViewsList({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(apiQuery('listViews', {}));
  if (error && !data) return <MenuFailed />;
  if (!data) return null;
  if (data.views.length === 0)
    return (
      <p className={styles.menuList} role="status">
        {t('views.none')}
      </p>
    );
  return (
    <ul className={styles.menuList}>
      {data.views.map(({ viewId, name, sharedWith }) => (
        <li key={viewId}>
          <Link to="/views/$viewId" params={{ viewId: String(viewId) }} className={styles.menuLink} onClick={onLeave}>
            <span>
              {name}
              {sharedWith && <span className={styles.menuNote}>{sharedWith.firmName}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
