import { NativeSelect } from '@mantine/core';
import { possibleStatuses } from '@varde/catalogue/possible-statuses';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '#kit/search-input.tsx';
import type { DeviceListFilter } from './arrange-devices.ts';
import styles from './device-list.module.css';

interface DeviceToolbarProps {
  filter: DeviceListFilter;
  onFilter: (filter: DeviceListFilter) => void;
  count: ReactNode;
}

const sorts = ['default', 'name', 'lastContactDescending', 'lastContactAscending'] as const;

export function DeviceToolbar({ filter, onFilter, count }: DeviceToolbarProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.toolbar}>
      <h1 className={styles.title}>{t('devices.title')}</h1>
      <span className={styles.count} aria-live="polite">
        {count}
      </span>
      <SearchInput
        className={styles.search}
        label={t('devices.search')}
        placeholder={t('devices.searchPlaceholder')}
        shortcut
        value={filter.search ?? ''}
        onChange={(search) => onFilter({ ...filter, search: search || undefined })}
      />
      <NativeSelect
        className={styles.choice}
        aria-label={t('devices.statusFilter')}
        value={filter.status ?? ''}
        onChange={(event) =>
          onFilter({ ...filter, status: possibleStatuses.find((key) => key === event.currentTarget.value) })
        }
        data={[
          { value: '', label: t('devices.allStatuses') },
          ...possibleStatuses.map((key) => ({ value: key, label: t(`catalogue.statuses.${key}`) })),
        ]}
      />
      <NativeSelect
        className={styles.choice}
        aria-label={t('devices.sort')}
        value={filter.sort ?? 'default'}
        onChange={(event) =>
          onFilter({ ...filter, sort: sorts.find((sort) => sort === event.currentTarget.value) })
        }
        data={sorts.map((value) => ({ value, label: t(`devices.sorts.${value}`) }))}
      />
    </div>
  );
}
