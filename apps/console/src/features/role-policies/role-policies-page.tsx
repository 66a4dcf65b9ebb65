import { Button } from '@mantine/core';
import { IconBuilding, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { CustomerRow } from '@varde/contract/customers';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { CustomerPicker } from '#domain/customers/customer-picker.tsx';
import { LoadState } from '#domain/errors/load-state.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { SearchInput } from '#kit/form/search-input.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { StatePanel } from '#ui/state-panel.tsx';
import styles from './role-policies-page.module.css';
import { RolePoliciesTable } from './role-policies-table.tsx';

interface RolePoliciesPageProps {
  custId: number | null;
  onChoose: (custId: number) => void;
}

/** The policies of roles at a customer: the standard ones, and those that the customer gives in addition. */
export function RolePoliciesPage({ custId, onChoose }: RolePoliciesPageProps) {
  const { t } = useTranslation();
  const choose = async () => {
    const chosen = await openDialog<CustomerRow>({
      title: t('rolePolicies.choose'),
      content: (close) => <CustomerPicker value={custId} onChange={close} />,
    });
    if (chosen) onChoose(chosen.custId);
  };
  return (
    <div className={styles.page}>
      <PageTitle text={t('rolePolicies.title')} />
      <h1 className={styles.title}>{t('rolePolicies.title')}</h1>
      <p className={styles.intro}>{t('rolePolicies.intro')}</p>
      {custId === null ? (
        <StatePanel
          icon={<IconUsersGroup size={26} />}
          title={t('rolePolicies.none')}
          body={t('rolePolicies.noneHelp')}
          action={<Button onClick={() => void choose()}>{t('rolePolicies.choose')}</Button>}
        />
      ) : (
        <OfCustomer key={custId} custId={custId} onChoose={() => void choose()} />
      )}
    </div>
  );
}

function OfCustomer({ custId, onChoose }: { custId: number; onChoose: () => void }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery(apiQuery('getRolePolicies', { params: { custId } }));
  if (!data) return <LoadState error={error} onRetry={refetch} height={400} />;
  return (
    <>
      <div className={styles.toolbar}>
        <Button variant="default" leftSection={<IconBuilding size={16} aria-hidden />} onClick={onChoose}>
          {data.firmName}
        </Button>
        <SearchInput
          className={styles.search}
          label={t('rolePolicies.search')}
          placeholder={t('rolePolicies.search')}
          value={search}
          onChange={setSearch}
          shortcut
        />
      </div>
      <RolePoliciesTable given={data} search={search} />
    </>
  );
}
