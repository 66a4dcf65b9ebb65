import { useQuery } from '@tanstack/react-query';
import type { User } from '@varde/contract/users';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { useSession } from '#data/session.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { useNow } from '#ui/clock.ts';
import styles from '#ui/panes.module.css';
import { UserAccess } from './user-access.tsx';
import { UserActions } from './user-actions.tsx';
import { UserApiKeys } from './user-api-keys.tsx';
import { UserFlags } from './user-flags.tsx';
import { UserForm } from './user-form.tsx';
import { fullName } from './user-name.ts';
import { UserRoles } from './user-roles.tsx';

interface UserPanelProps {
  userId: number;
  /** Called when the user is no longer in the list. */
  onGone: () => void;
}

/** The chosen user: name, actions, details and roles. */
export function UserPanel({ userId, onGone }: UserPanelProps) {
  const { data, error, refetch } = useQuery(apiQuery('getUser', { params: { userId } }));
  if (!data) return <LoadState error={error} onRetry={refetch} height={320} />;
  return (
    <section className={styles.panel} aria-labelledby="user-name">
      <header className={styles.panelHeader}>
        <UserFacts user={data} />
        <UserActions user={data} onGone={onGone} />
      </header>
      <UserRoles user={data} />
      <UserFlags user={data} />
      <UserApiKeys user={data} />
      <UserForm user={data} />
      <UserAccess user={data} />
    </section>
  );
}

function UserFacts({ user }: { user: User }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow(60_000);
  const own = useSession().userId === user.userId;
  const { username, state, temporaryUntil, invitedUntil, lastLogin, createdAt } = user;
  const facts = [
    state === 'invited' && invitedUntil !== null
      ? t('users.invitedUntil', { date: formats.dayAndClock(invitedUntil) })
      : t(`users.states.${state}`),
    ...(temporaryUntil === null
      ? []
      : [
          t(temporaryUntil > now ? 'users.temporaryEnds' : 'users.temporaryEnded', {
            date: formats.dayAndClock(temporaryUntil),
          }),
        ]),
    lastLogin === null ? t('users.neverLoggedIn') : t('users.lastLogin', { date: formats.dayAndClock(lastLogin) }),
    t('users.created', { date: formats.dayAndClock(createdAt) }),
  ];
  return (
    <div>
      <h2 id="user-name" className={styles.panelTitle}>
        {fullName(user)}
      </h2>
      <p className={styles.facts}>{username}</p>
      <p className={styles.facts}>{facts.join(' · ')}</p>
      {own && <p className={styles.facts}>{t('users.ownAccount')}</p>}
    </div>
  );
}
