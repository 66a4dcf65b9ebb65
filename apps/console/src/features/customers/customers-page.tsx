import { Button } from '@mantine/core';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { CustomerTree } from '#domain/customers/customer-tree.tsx';
import { BackToList } from '#kit/back-to-list.tsx';
import { SearchInput } from '#kit/form/search-input.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { useSteady } from '#kit/steady/press.ts';
import styles from '#ui/panes.module.css';
import { StatePanel } from '#ui/state-panel.tsx';
import { CustomerPanel } from './customer-panel.tsx';
import { CustomerSearch } from './customer-search.tsx';
import { useNewCustomer } from './use-new-customer.tsx';

interface CustomersPageProps {
  custId: number | null;
  search: string;
  /** Null: closes the chosen customer. */
  onChoose: (custId: number | null) => void;
  onSearch: (search: string) => void;
}

/** The tree of customers beside the chosen one. */
export function CustomersPage({ custId, search, onChoose, onSearch }: CustomersPageProps) {
  const { t } = useTranslation();
  const { data: top } = useQuery(apiQuery('listCustomers', { query: {} }));
  const add = useNewCustomer(onChoose);
  const shownSearch = useSteady(search); // what is under the pointer stays until it is released
  return (
    <div className={styles.page} data-chosen={custId === null ? undefined : ''}>
      <PageTitle text={t('customers.title')} />
      <header className={styles.toolbar}>
        <h1 className={styles.title}>{t('customers.title')}</h1>
        <SearchInput
          className={styles.search}
          value={search}
          onChange={onSearch}
          label={t('customers.search')}
          placeholder={t('customers.searchPlaceholder')}
          shortcut
        />
        {top && top.rootKinds.length > 0 && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => void add(null, top.rootKinds)}>
            {t('customers.add')}
          </Button>
        )}
      </header>
      <BackToList name={t('customers.title')} onBack={() => onChoose(null)} />
      <div className={styles.panes}>
        <section className={styles.tree} aria-label={t('customers.tree')}>
          {shownSearch ? (
            <CustomerSearch search={shownSearch} chosen={custId} onChoose={onChoose} />
          ) : (
            <CustomerTree chosen={custId} onChoose={onChoose} />
          )}
        </section>
        {custId === null ? (
          <StatePanel
            icon={<IconBuilding size={26} />}
            title={t('customers.choose')}
            body={t('customers.chooseHelp')}
          />
        ) : (
          <CustomerPanel key={custId} custId={custId} onChoose={onChoose} />
        )}
      </div>
    </div>
  );
}
