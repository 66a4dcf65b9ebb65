import { CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type StatusKey, statuses } from '@varde/catalogue/statuses';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  const statusOf = (value: string): StatusKey | undefined => statuses.find(({ key }) => key === value)?.key;
  return (
    <div className={styles.toolbar}>
      <h1 className={styles.title}>{t('devices.title')}</h1>
      <span className={styles.count} aria-live="polite">
        {count}
      </span>
      <SearchInput
        value={filter.search ?? ''}
        onChange={(search) => onFilter({ ...filter, search: search || undefined })}
      />
      <NativeSelect
        className={styles.choice}
        aria-label={t('devices.statusFilter')}
        value={filter.status ?? ''}
        onChange={(event) => onFilter({ ...filter, status: statusOf(event.currentTarget.value) })}
        data={[
          { value: '', label: t('devices.allStatuses') },
          ...statuses.map(({ key }) => ({ value: key, label: t(`catalogue.statuses.${key}`) })),
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

/** How long somebody has to pause before the list is searched. */
const pauseMs = 200;

function SearchInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  useEffect(() => {
    // The URL changed by something else than this field: back, a link, the clear button.
    if (value !== sent.current) {
      sent.current = value;
      setDraft(value);
    }
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const pending = useRef<string>(undefined);
  const search = () => {
    clearTimeout(timer.current);
    if (pending.current === undefined) return;
    sent.current = pending.current;
    pending.current = undefined;
    onChange(sent.current);
  };
  const write = (text: string) => {
    setDraft(text);
    pending.current = text.trim();
    clearTimeout(timer.current);
    if (text === '') search();
    else timer.current = setTimeout(search, pauseMs);
  };
  return (
    <TextInput
      className={styles.search}
      type="search"
      aria-label={t('devices.search')}
      placeholder={t('devices.searchPlaceholder')}
      data-shortcut="search"
      value={draft}
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        draft && <CloseButton size="sm" aria-label={t('devices.clearSearch')} onClick={() => write('')} />
      }
      onChange={(event) => write(event.currentTarget.value)}
      // Who leaves the field is done with it: a search that came later would undo where they went.
      onBlur={search}
    />
  );
}
