import { IconSearchOff, IconUsers } from '@tabler/icons-react';
import type { User } from '@varde/contract/users';
import { useTranslation } from 'react-i18next';
import { LoadState } from '#domain/errors/load-state.tsx';
import { MoreButton } from '#kit/form/more-button.tsx';
import { useSteady } from '#kit/steady/press.ts';
import styles from '#ui/panes.module.css';
import { StatePanel } from '#ui/state-panel.tsx';
import type { useUserPages } from './use-user-pages.ts';
import { fullName } from './user-name.ts';

interface UserListProps {
  list: ReturnType<typeof useUserPages>;
  /** A search or filter is active. */
  filtered: boolean;
  chosen: number | null;
  onChoose: (userId: number) => void;
}

export function UserList({ list: latest, filtered, chosen, onChoose }: UserListProps) {
  const { t } = useTranslation();
  const list = useSteady(latest);
  if (!list.data) return <LoadState error={list.error} onRetry={list.refetch} height={200} />;
  const rows = list.data.pages.flatMap(({ users }) => users);
  if (rows.length === 0)
    return (
      <StatePanel
        role="status"
        icon={filtered ? <IconSearchOff size={26} /> : <IconUsers size={26} />}
        title={filtered ? t('users.noMatch') : t('users.none')}
        body={filtered ? t('users.noMatchHelp') : t('users.noneHelp')}
      />
    );
  return (
    <>
      <ul className={styles.branch}>
        {rows.map((user) => (
          <li key={user.userId}>
            <UserLine user={user} current={user.userId === chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}

interface UserLineProps {
  user: User;
  current: boolean;
  onChoose: (userId: number) => void;
}

function UserLine({ user, current, onChoose }: UserLineProps) {
  const { t } = useTranslation();
  const { userId, username, state, temporaryUntil, custName } = user;
  const isMarked = state === 'inactive' || state === 'invited';
  return (
    <button
      type="button"
      className={styles.node}
      aria-current={current ? 'true' : undefined}
      onClick={() => onChoose(userId)}
    >
      <span className={styles.name}>{fullName(user)}</span>
      {isMarked && <span className={styles.mark}>{t(`users.states.${state}`)}</span>}
      {temporaryUntil !== null && <span className={styles.mark}>{t('users.states.temporary')}</span>}
      <span className={styles.second}>{custName === null ? username : `${username} · ${custName}`}</span>
    </button>
  );
}
