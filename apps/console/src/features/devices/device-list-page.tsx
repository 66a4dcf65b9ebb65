import { Button, Loader, Skeleton } from '@mantine/core';
import { IconSearchOff, IconUrgent } from '@tabler/icons-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { CustomerImage } from '#domain/customers/customer-image.tsx';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { ResourceTable } from '#kit/table/resource-table.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import type { DeviceListFilter } from './arrange-devices.ts';
import { drawnColumns } from './device-columns.tsx';
import { DeviceDetails } from './device-details.tsx';
import styles from './device-list.module.css';
import { DeviceToolbar } from './device-toolbar.tsx';
import { useDeviceList } from './use-device-list.ts';

interface DeviceListPageProps {
  filter: DeviceListFilter;
  onFilter: (filter: DeviceListFilter) => void;
}

/** All devices that the user may see, live. Search, filter and order are in the URL. */
export function DeviceListPage({ filter, onFilter }: DeviceListPageProps) {
  const { t } = useTranslation();
  const list = useDeviceList(filter);
  return (
    <div className={styles.page}>
      <PageTitle text={t('devices.title')} />
      <DeviceToolbar filter={filter} onFilter={onFilter} count={<DeviceCount list={list} />} />
      <DeviceListBody list={list} filter={filter} onFilter={onFilter} />
    </div>
  );
}

type DeviceList = ReturnType<typeof useDeviceList>;

function DeviceCount({ list: { first } }: { list: DeviceList }) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (first?.total === null || first?.total === undefined) return null;
  const values = { count: first.total, number: formats.number(first.total) };
  return <>{first.totalIsLowerBound ? t('devices.countAtLeast', values) : t('devices.count', values)}</>;
}

function DeviceListBody({ list, filter, onFilter }: DeviceListPageProps & { list: DeviceList }) {
  const { t } = useTranslation();
  if (list.isError && !list.data) return <ErrorState error={list.error} onRetry={list.refetch} />;
  if (!list.data) return <DeviceListSkeleton />;
  if (list.rows.length > 0 || list.hasNextPage) return <Devices list={list} />;
  const filtered = Boolean(filter.search || filter.status);
  return (
    <div className={styles.filled}>
      <StatePanel
        role="status"
        icon={filtered ? <IconSearchOff size={26} /> : <IconUrgent size={26} />}
        title={filtered ? t('devices.noMatch') : t('devices.empty')}
        body={filtered ? t('devices.noMatchHelp') : t('devices.emptyHelp')}
        action={
          filtered && (
            <Button variant="default" onClick={() => onFilter({ sort: filter.sort })}>
              {t('devices.clearFilters')}
            </Button>
          )
        }
      />
    </div>
  );
}

function Devices({ list }: { list: DeviceList }) {
  const { t } = useTranslation();
  const { context } = useSession();
  const columns = useMemo(() => drawnColumns(t, { context }), [t, context]);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const onNearEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const expandLabel = useCallback(
    (device: { deviceName: string }) => t('devices.moreAbout', { name: device.deviceName }),
    [t],
  );
  return (
    <ResourceTable
      label={t('devices.title')}
      rows={list.rows}
      rowKey={deviceKey}
      columns={columns}
      details={deviceDetails}
      expandLabel={expandLabel}
      total={list.first?.total ?? -1}
      onNearEnd={onNearEnd}
      footer={
        (isFetchingNextPage || isFetchNextPageError) && (
          <div className={styles.footer}>
            {isFetchingNextPage ? <Loader size="sm" /> : <span>{t('devices.moreFailed')}</span>}
            {isFetchNextPageError && (
              <Button size="compact-sm" variant="default" onClick={() => void fetchNextPage()}>
                {t('common.retry')}
              </Button>
            )}
          </div>
        )
      }
    />
  );
}

const deviceKey = ({ deviId }: { deviId: number }) => deviId;
const deviceDetails = (device: DeviceList['rows'][number]) => (
  <>
    <DeviceDetails device={device} />
    <CustomerImage custId={device.ownedByCustId} />
  </>
);

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
