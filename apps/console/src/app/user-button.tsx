import { IconUserCircle } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { displayName, useSession } from '#kit/session.ts';
import styles from './shell.module.css';

/** What opens the user's menu. */
export function UserButton(props: ComponentProps<'button'>) {
  const { t } = useTranslation();
  const name = displayName(useSession());
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={t('shell.userMenu', { name })}
      {...props}
      className={styles.userButton}
    >
      <IconUserCircle size={22} aria-hidden />
      <span className={styles.userName}>{name}</span>
    </button>
  );
}
