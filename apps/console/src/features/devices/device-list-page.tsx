import { Skeleton } from '@mantine/core';
import type { ListedDevice } from '@varde/contract/devices';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { NotLoaded } from '#kit/state/load-failed.tsx';
import { ResourceTable, type Selection } from '#kit/table/resource-table.tsx';
import { useNextPage } from '#kit/table/use-next-page.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { withAdministrationTexts } from '#texts/i18n.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { DeviceListFilter } from './arrange-devices.ts';
import { columnsOf } from './chosen-columns.ts';
import { drawnColumns } from './device-columns.tsx';
import styles from './device-list.module.css';
import { DeviceToolbar } from './device-toolbar.tsx';
import { useDeviceList } from './use-device-list.ts';
import { useSelection } from './use-selection.ts';

const BulkBar = lazyPart(
  async () => (await withAdministrationTexts(() => import('./bulk-bar.tsx'))).BulkBar,
  NotLoaded,
);
const EmptyList = lazyPart(
  async () => (await withAdministrationTexts(() => import('./empty-list.tsx'))).EmptyList,
  NotLoaded,
);
const DeviceDetails = lazyPart(async () => (await import('./device-details.tsx')).DeviceDetails, NotLoaded);

export type DeviceListPageProps = Pick<Parameters<typeof DeviceToolbar>[0], 'filter' | 'onFilter' | 'onClear'>;

/** All devices that the user may see, live. Search, filter and order are in the URL. */
export function DeviceListPage({ filter, onFilter, onClear }: DeviceListPageProps) {
  const { t } = useTranslation();
  const list = useDeviceList(filter);
  const selection = useSelection(list.rows);
  useKeptSelection(filter, list, selection.keepListed);
  return (
    <div className={styles.page}>
      <PageTitle text={t('devices.title')} />
      <DeviceToolbar
        {...{ filter, onFilter, onClear }}
        count={<DeviceCount list={list} />}
        selecting={selection.table !== undefined}
        onSelecting={selection.begin}
      />
      {selection.table !== undefined && (
        <section aria-label={t('devices.select')}>
          <BulkBar
            filter={filter}
            listed={list.rows}
            selected={selection.devices}
            onSelect={selection.replace}
            onDone={selection.end}
          />
        </section>
      )}
      <DeviceListBody {...{ list, filter, onClear }}>
        <Devices {...{ list, filter }} selection={selection.table} />
      </DeviceListBody>
    </div>
  );
}

type DeviceList = ReturnType<typeof useDeviceList>;

/** Nobody should act on devices outside the new filter: once the new list is loaded, they are deselected. */
function useKeptSelection(
  { sort: _, ...filter }: DeviceListFilter,
  { rows, data, isPlaceholderData }: DeviceList,
  keepListed: (listed: readonly ListedDevice[]) => void,
): void {
  const asked = JSON.stringify(filter);
  const before = useRef(asked);
  useEffect(() => {
    if (before.current === asked || !data || isPlaceholderData) return;
    before.current = asked;
    keepListed(rows);
  }, [asked, rows, data, isPlaceholderData, keepListed]);
}

function DeviceCount({ list: { count } }: { list: DeviceList }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (count?.total === null || count?.total === undefined) return null;
  const values = { count: count.total, number: formats.number(count.total) };
  return <span>{count.totalIsLowerBound ? t('devices.countAtLeast', values) : t('devices.count', values)}</span>;
}

interface DeviceListBodyProps extends Pick<DeviceListPageProps, 'filter' | 'onClear'> {
  list: DeviceList;
  /** What shows the devices. */
  children: ReactNode;
}

/** The devices of the list, or why there are none. */
export function DeviceListBody({ list, filter, onClear, children }: DeviceListBodyProps) {
  if (list.isError && !list.data) return <ErrorState error={list.error} onRetry={list.refetch} />;
  if (!list.data) return <DeviceListSkeleton />;
  if (list.rows.length > 0 || list.hasNextPage) return children;
  return (
    <div className={styles.filled}>
      <EmptyList {...{ filter, onClear }} />
    </div>
  );
}

function Devices({
  list,
  selection,
  filter: { columns: chosen, sensor },
}: Pick<DeviceListBodyProps, 'list' | 'filter'> & { selection: Selection<ListedDevice> | undefined }) {
  const { t } = useTranslation();
  const { context } = useSession();
  const drawn = useMemo(() => drawnColumns(t, { context }, columnsOf(chosen)), [t, context, chosen]);
  const empty = drawn.flatMap(({ key, isEmpty }) => (isEmpty && list.rows.every(isEmpty) ? key : [])).join();
  const columns = useMemo(
    () =>
      drawn.map((column) => (empty.split(',').includes(column.key) ? { ...column, foldBelow: 1200 as const } : column)),
    [drawn, empty],
  );
  const details = useCallback((device: ListedDevice) => <DeviceDetails device={device} sensor={sensor} />, [sensor]);
  const nextPage = useNextPage(list);
  const expandLabel = useCallback(
    (device: { deviceName: string }) => t('devices.moreAbout', { name: device.deviceName }),
    [t],
  );
  return (
    <ResourceTable
      label={t('devices.title')}
      rows={list.rows}
      of={list.of}
      rowKey={deviceKey}
      columns={columns}
      details={details}
      expandLabel={expandLabel}
      total={list.count?.total ?? -1}
      selection={selection}
      {...nextPage}
    />
  );
}

const deviceKey = ({ deviId }: { deviId: number }) => deviId;

const skeletonRows = Array.from({ length: 12 }, (_, index) => index);

function DeviceListSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.filled} role="status" aria-label={t('common.loading')}>
      {skeletonRows.map((row) => (
        <div key={row} className={styles.skeleton}>
          <Skeleton height={14} width={`${60 + ((row * 17) % 35)}%`} />
        </div>
      ))}
    </div>
  );
}
