import { Button, NativeSelect } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { alarmTypes } from '@varde/catalogue/alarms';
import { alarmOutcomes } from '@varde/contract/filters';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { CustomerChoice } from '#domain/customers/customer-choice.tsx';
import { messageTypeKey } from '#domain/status/alarm-kind.ts';
import { DateField } from '#kit/form/date-field.tsx';
import { SearchInput } from '#kit/form/search-input.tsx';
import type { HistoryFilter } from './history-filter.ts';
import styles from './history-page.module.css';

interface HistoryToolbarProps {
  filter: HistoryFilter;
  onFilter: (filter: HistoryFilter) => void;
}

/** The filter of the alarm history. */
export function HistoryToolbar({ filter, onFilter }: HistoryToolbarProps) {
  const { t } = useTranslation();
  const { abilities } = useSession();
  const change = (part: HistoryFilter) => onFilter({ ...filter, ...part });
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  return (
    <div className={styles.toolbar}>
      <SearchInput
        className={styles.search}
        label={t('alarmHistory.search')}
        placeholder={t('alarmHistory.search')}
        value={filter.search ?? ''}
        onChange={(search) => change({ search: search || undefined })}
        shortcut
      />
      <SearchInput
        className={styles.search}
        label={t('alarmHistory.who')}
        placeholder={t('alarmHistory.who')}
        value={filter.who ?? ''}
        onChange={(who) => change({ who: who || undefined })}
      />
      {abilities.includes('customers') && (
        <CustomerChoice
          label={t('alarmHistory.customer')}
          title={t('alarmHistory.chooseCustomer')}
          none={t('alarmHistory.allCustomers')}
          custId={filter.cust}
          onChange={(cust) => change({ cust })}
        />
      )}
      <NativeSelect
        label={t('alarms.kind')}
        value={filter.kind ?? ''}
        onChange={(event) => change({ kind: Number(event.currentTarget.value) || undefined })}
        data={[
          { value: '', label: t('alarms.allKinds') },
          ...alarmTypes.map(({ metyId }) => ({
            value: String(metyId),
            label: t(`catalogue.messageTypes.${messageTypeKey(metyId)}`),
          })),
        ]}
      />
      <NativeSelect
        label={t('alarms.outcome')}
        value={filter.outcome ?? ''}
        onChange={(event) =>
          change({ outcome: alarmOutcomes.find((outcome) => outcome === event.currentTarget.value) })
        }
        data={[
          { value: '', label: t('alarmHistory.allOutcomes') },
          ...alarmOutcomes.map((value) => ({ value, label: t(`alarms.outcomes.${value}`) })),
        ]}
      />
      <EscalatedFilter escalated={filter.escalated} onChange={(escalated) => change({ escalated })} />
      {(['from', 'to'] as const).map((end) => (
        <DateField
          key={end}
          label={t(`alarmHistory.${end}`)}
          value={filter[end] ?? ''}
          onChange={(day) => change({ [end]: day || undefined })}
        />
      ))}
      {isNarrowed && (
        <Button variant="subtle" leftSection={<IconFilterOff size={16} aria-hidden />} onClick={() => onFilter({})}>
          {t('devices.removeFilters')}
        </Button>
      )}
    </div>
  );
}

interface EscalatedFilterProps {
  escalated: HistoryFilter['escalated'];
  onChange: (escalated: HistoryFilter['escalated']) => void;
}

/** Whether an alarm came to an alarm centre. */
function EscalatedFilter({ escalated, onChange }: EscalatedFilterProps) {
  const { t } = useTranslation();
  return (
    <NativeSelect
      label={t('alarmHistory.escalated')}
      value={escalated ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value === 'yes' || value === 'no' ? value : undefined)}
      data={[
        { value: '', label: t('alarmHistory.whereverTold') },
        { value: 'yes', label: t('alarmHistory.toCentre') },
        { value: 'no', label: t('alarmHistory.notToCentre') },
      ]}
    />
  );
}
