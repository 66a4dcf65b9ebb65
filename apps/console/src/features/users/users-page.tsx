import { Button, NativeSelect } from '@mantine/core';
import { IconPlus, IconUser } from '@tabler/icons-react';
import { userFilterStates } from '@varde/contract/filters';
import { useTranslation } from 'react-i18next';
import { BackToList } from '#kit/back-to-list.tsx';
import { SearchInput } from '#kit/form/search-input.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import styles from '#ui/panes.module.css';
import { StatePanel } from '#ui/state-panel.tsx';
import { useNewUser } from './use-new-user.tsx';
import { type UserFilter, useUserPages } from './use-user-pages.ts';
import { UserList } from './user-list.tsx';
import { UserPanel } from './user-panel.tsx';

interface UsersPageProps {
  userId: number | null;
  filter: UserFilter;
  /** Null: closes the chosen user. */
  onChoose: (userId: number | null) => void;
  onFilter: (filter: UserFilter) => void;
}

/** The users of the caller's customers beside the chosen one. */
export function UsersPage({ userId, filter, onChoose, onFilter }: UsersPageProps) {
  const { t } = useTranslation();
  const list = useUserPages(filter);
  const add = useNewUser(onChoose);
  return (
    <div className={styles.page} data-chosen={userId === null ? undefined : ''}>
      <PageTitle text={t('users.title')} />
      <header className={styles.toolbar}>
        <h1 className={styles.title}>{t('users.title')}</h1>
        <SearchInput
          className={styles.search}
          value={filter.search ?? ''}
          onChange={(search) => onFilter({ ...filter, search })}
          label={t('users.search')}
          placeholder={t('users.searchPlaceholder')}
          shortcut
        />
        <NativeSelect
          className={styles.filter}
          aria-label={t('users.state')}
          value={filter.state ?? ''}
          onChange={(event) =>
            onFilter({
              ...filter,
              state: userFilterStates.find((each) => each === event.currentTarget.value),
            })
          }
          data={[
            { value: '', label: t('users.allStates') },
            ...userFilterStates.map((value) => ({ value, label: t(`users.states.${value}`) })),
          ]}
        />
        {list.data?.pages[0]?.mayAdd && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void add()}>
            {t('users.add')}
          </Button>
        )}
      </header>
      <BackToList name={t('users.title')} onBack={() => onChoose(null)} />
      <div className={styles.panes}>
        <section className={styles.tree} aria-label={t('users.list')}>
          <UserList list={list} filtered={Boolean(filter.search || filter.state)} chosen={userId} onChoose={onChoose} />
        </section>
        {userId === null ? (
          <StatePanel icon={<IconUser size={26} />} title={t('users.choose')} body={t('users.chooseHelp')} />
        ) : (
          <UserPanel key={userId} userId={userId} onGone={() => onChoose(null)} />
        )}
      </div>
    </div>
  );
}
