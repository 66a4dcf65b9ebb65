import { IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '@varde/contract/users';
import { Trans, useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { pagesQuery } from '#data/api/pages-query.ts';
import { queryKey } from '#data/api/query-options.ts';
import { LoadState } from '#domain/errors/load-state.tsx';
import { useSubmit } from '#domain/errors/use-submit.ts';
import { Failure } from '#kit/form/failure.tsx';
import { MoreButton } from '#kit/form/more-button.tsx';
import { SteadyButton } from '#kit/form/steady-button.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { RelativeTime } from '#kit/relative-time.tsx';
import { notifyDone } from '#kit/state/notify.ts';
import styles from '#ui/panes.module.css';
import { StatePanel } from '#ui/state-panel.tsx';
import { fullName } from './user-name.ts';

/** Deleted users, who can be restored. */
export function DeletedUsersPage() {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <PageTitle text={t('users.deletedTitle')} />
      <h1 className={styles.title}>{t('users.deletedTitle')}</h1>
      <p className={styles.facts}>{t('users.deletedIntro')}</p>
      <DeletedUsers />
    </div>
  );
}

function DeletedUsers() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(pagesQuery('listDeletedUsers', { query: {} }));
  if (!list.data) return <LoadState error={list.error} onRetry={list.refetch} height={200} />;
  const rows = list.data.pages.flatMap(({ users }) => users);
  if (rows.length === 0)
    return (
      <StatePanel icon={<IconTrash size={26} />} title={t('users.noneDeleted')} body={t('users.noneDeletedHelp')} />
    );
  return (
    <>
      <ul className={styles.cards}>
        {rows.map((user) => (
          <DeletedUser key={user.userId} user={user} />
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}

function DeletedUser({ user }: { user: User }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { submit, busy, failure } = useSubmit();
  const name = fullName(user);
  async function undelete() {
    const restored = await submit(() => call('undeleteUser', { params: { userId: user.userId } }));
    if (restored === undefined) return;
    notifyDone(t('users.undeleted', { name }));
    await cache.invalidateQueries({ queryKey: queryKey('listDeletedUsers') });
    await cache.invalidateQueries({ queryKey: queryKey('listUsers') });
  }
  return (
    <li className={styles.card}>
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.second}>
          {user.custName === null ? user.username : `${user.username} · ${user.custName}`}
        </span>
      </span>
      <span className={styles.second}>
        {user.deletedAt !== null && (
          <Trans i18nKey="users.deletedAgo" components={{ age: <RelativeTime time={user.deletedAt} /> }} />
        )}
      </span>
      {user.abilities.includes('undelete') && (
        <SteadyButton
          variant="default"
          size="xs"
          loading={busy}
          aria-label={t('users.undeleteOf', { name })}
          onClick={() => void undelete()}
        >
          {t('users.undelete')}
        </SteadyButton>
      )}
      <Failure text={failure} />
    </li>
  );
}
