import { IconUserCircle, IconUserShield } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { displayName, useSession } from '#data/session.ts';
import styles from './shell.module.css';

/** The button that opens the user menu. Shows the selected roles when they are not all roles of the user. */
export function UserButton(props: ComponentProps<'button'>) {
  const { t } = useTranslation();
  const session = useSession();
  const name = displayName(session);
  const selected = session.roles.filter((each) => each.selected);
  const roles =
    selected.length < session.roles.length ? selected.map(({ role }) => t(`catalogue.roles.${role}`)).join(', ') : null;
  const Icon = roles === null ? IconUserCircle : IconUserShield;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={roles === null ? t('shell.userMenu', { name }) : t('shell.userMenuAs', { name, roles })}
      {...props}
      className={styles.userButton}
    >
      <Icon size={22} aria-hidden />
      <span className={styles.userName}>
        {name} {roles !== null && <span className={styles.userRoles}>{roles}</span>}
      </span>
    </button>
  );
}
