import { Button, CloseButton, NativeSelect } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { auditActions } from '@varde/catalogue/audit-actions';
import type { CustomerRow } from '@varde/contract/customers';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { CustomerPicker } from '#domain/customers/customer-picker.tsx';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { DateField } from '#kit/form/date-field.tsx';
import { SearchInput } from '#kit/form/search-input.tsx';
import type { AuditFilter } from './audit-filter.ts';
import styles from './audit-page.module.css';

interface AuditToolbarProps {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

/** The filter of the audit log. */
export function AuditToolbar({ filter, onFilter }: AuditToolbarProps) {
  const { t } = useTranslation();
  const change = (part: AuditFilter) => onFilter({ ...filter, ...part });
  const kinds = ['changes', 'looks'] as const;
  return (
    <div className={styles.toolbar}>
      <SearchInput
        className={styles.search}
        label={t('audit.searchUser')}
        placeholder={t('audit.searchUser')}
        value={filter.user ?? ''}
        onChange={(user) => change({ user: user || undefined })}
        shortcut
      />
      <CustomerChoice custId={filter.cust} onChange={(cust) => change({ cust })} />
      <NativeSelect
        aria-label={t('audit.kind')}
        value={filter.kind ?? ''}
        onChange={(event) => change({ kind: kinds.find((kind) => kind === event.currentTarget.value) })}
        data={[
          { value: '', label: t('audit.kinds.all') },
          ...kinds.map((value) => ({ value, label: t(`audit.kinds.${value}`) })),
        ]}
      />
      <NativeSelect
        className={styles.action}
        aria-label={t('audit.action')}
        value={filter.action ?? ''}
        onChange={(event) => change({ action: auditActions.find(({ key }) => key === event.currentTarget.value)?.key })}
        data={[
          { value: '', label: t('audit.allActions') },
          ...auditActions.map(({ key }) => ({ value: key, label: t(`audit.actions.${key}`) })),
        ]}
      />
      {(['from', 'to'] as const).map((end) => (
        <DateField
          key={end}
          label={t(`audit.${end}`)}
          isBare
          value={filter[end] ?? ''}
          onChange={(day) => change({ [end]: day || undefined })}
        />
      ))}
    </div>
  );
}

/** The customer whose entries are shown, with its subtree. */
function CustomerChoice({
  custId,
  onChange,
}: {
  custId: number | undefined;
  onChange: (custId: number | undefined) => void;
}) {
  const { t } = useTranslation();
  const { data } = useQuery({
    ...apiQuery('getAuditRetention', { params: { custId: custId ?? 0 } }),
    enabled: custId !== undefined,
  });
  const choose = async () => {
    const chosen = await openDialog<CustomerRow>({
      title: t('audit.chooseCustomer'),
      content: (close) => <CustomerPicker value={custId ?? null} onChange={close} />,
    });
    if (chosen) onChange(chosen.custId);
  };
  return (
    <span className={styles.choice}>
      <Button
        variant="default"
        fw={400}
        leftSection={<IconBuilding size={16} aria-hidden />}
        onClick={() => void choose()}
      >
        {custId === undefined ? t('audit.allCustomers') : (data?.firmName ?? t('common.loading'))}
      </Button>
      {custId !== undefined && <CloseButton aria-label={t('audit.allCustomers')} onClick={() => onChange(undefined)} />}
    </span>
  );
}
