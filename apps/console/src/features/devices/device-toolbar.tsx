import { Button, NativeSelect } from '@mantine/core';
import { IconFilter, IconFilterOff, IconListCheck } from '@tabler/icons-react';
import { possibleStatuses } from '@varde/catalogue/possible-statuses';
import { deviceSorts } from '@varde/contract/filters';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { SearchInput } from '#kit/form/search-input.tsx';
import { NotLoaded } from '#kit/state/load-failed.tsx';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { countFilters, type DeviceListFilter } from './arrange-devices.ts';
import styles from './device-list.module.css';

interface DeviceToolbarProps {
  filter: DeviceListFilter;
  onFilter: (filter: DeviceListFilter) => void;
  /** Removes the filters, and searches for this; the order and the columns stay. */
  onClear: (search: string | undefined) => void;
  count: ReactNode;
  /** Selection mode is on. */
  selecting: boolean;
  onSelecting: () => void;
}

const DeviceFilters = lazyPart(
  async () => (await withAdministrationTexts(() => import('./device-filters.tsx'))).DeviceFilters,
  NotLoaded,
);
const ViewPanel = lazyPart(
  async () => (await withAdministrationTexts(() => import('./view-panel.tsx'))).ViewPanel,
  NotLoaded,
);

export function DeviceToolbar({ filter, onFilter, count, ...props }: DeviceToolbarProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'filters' | 'views' | null>(null);
  const toggle = (part: typeof open) => ({
    'aria-expanded': open === part,
    'aria-controls': open === part ? panel : undefined,
    onClick: () => setOpen(open === part ? null : part),
  });
  const panel = useId();
  // On a phone the tools behind the search are shown on choice: each row of them would hide a device.
  const [all, setAll] = useState(false);
  const trackerOnly = useSession().abilities.includes('trackerOnly');
  const set = countFilters(filter);
  return (
    <>
      <div className={styles.toolbar} data-all={all || undefined}>
        <h1 className={styles.title}>{t('devices.title')}</h1>
        <span className={styles.count} aria-live="polite">
          {count}
        </span>
        <Button
          hidden={set === 0}
          className={styles.remove}
          title={t('devices.removeFilters')}
          variant="subtle"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={() => props.onClear(filter.search)}
        >
          {t('devices.removeFilters')}
        </Button>
        <SearchInput
          className={styles.search}
          label={t('devices.search')}
          placeholder={t('devices.searchPlaceholder')}
          shortcut
          value={filter.search ?? ''}
          onChange={(search) => onFilter({ ...filter, search: search || undefined })}
        />
        <Button className={styles.more} variant="default" aria-expanded={all} onClick={() => setAll(!all)}>
          {t('devices.tools')}
        </Button>
        <StatusFilter {...{ filter, onFilter }} />
        <NativeSelect
          className={styles.choice}
          aria-label={t('devices.sort')}
          value={filter.sort ?? 'default'}
          onChange={(event) =>
            onFilter({ ...filter, sort: deviceSorts.find((sort) => sort === event.currentTarget.value) })
          }
          data={deviceSorts.map((value) => ({ value, label: t(`devices.sorts.${value}`) }))}
        />
        <Button variant="default" leftSection={<IconFilter size={16} aria-hidden />} {...toggle('filters')}>
          {set === 0 ? t('devices.filters') : t('devices.filtersSet', { count: set })}
        </Button>
        <Button variant="default" {...toggle('views')}>
          {t('devices.view')}
        </Button>
        {!props.selecting && !trackerOnly && (
          <Button variant="default" leftSection={<IconListCheck size={16} aria-hidden />} onClick={props.onSelecting}>
            {t('devices.select')}
          </Button>
        )}
      </div>
      {open && (
        <section
          id={panel}
          ref={showPanel}
          className={styles.filters}
          aria-label={t(open === 'views' ? 'devices.view' : 'devices.filters')}
        >
          {open === 'views' ? (
            <ViewPanel filter={filter} onFilter={onFilter} />
          ) : (
            <DeviceFilters filter={filter} onFilter={onFilter} />
          )}
        </section>
      )}
    </>
  );
}

/** Where one looks: below a bar that has been scrolled away it would open unseen. */
const showPanel = (panel: HTMLElement | null) => panel?.scrollIntoView();

/** The choice of a status; none: all of them. */
export function StatusFilter({ filter, onFilter }: Pick<DeviceToolbarProps, 'filter' | 'onFilter'>) {
  const { t } = useTranslation();
  return (
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
  );
}
