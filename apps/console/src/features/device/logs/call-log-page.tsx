import { IconPhoneOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DeviceCall } from '@varde/contract/device-logs';
import { useTranslation } from 'react-i18next';
import { pagesQuery } from '#data/api/pages-query.ts';
import { deviceQuery } from '#data/live/device-query.ts';
import { useLiveDevice } from '#data/live/live-device.ts';
import { DeviceHeader } from '#domain/device/device-header.tsx';
import { LoadState } from '#domain/errors/load-state.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { ResourceTable } from '#kit/table/resource-table.tsx';
import { useNextPage } from '#kit/table/use-next-page.tsx';
import { useFormats } from '#kit/use-formats.ts';
import { StatePanel } from '#ui/state-panel.tsx';
import styles from './call-log-page.module.css';
import { useCallColumns } from './use-call-columns.tsx';

/** The calls about a device: those of Varde about its alarms, and its own. A former customer sees those of its time. */
export function CallLogPage({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const { data: device } = useQuery(deviceQuery(deviId));
  useLiveDevice(deviId);
  const Title = device ? 'h2' : 'h1'; // a former customer does not see the device
  return (
    <div className={styles.page}>
      <PageTitle text={t('deviceLogs.callLogOf', { name: device?.deviceName ?? '' })} />
      {device && <DeviceHeader device={device} />}
      <div className={styles.head}>
        <Title className={styles.title}>{t('deviceLogs.callLog')}</Title>
        {device && (
          <Link
            to="/settings/$deviId/$dehaId/{-$tab}/{-$part}/{-$item}"
            params={{ deviId: String(deviId), dehaId: String(device.dehaId), tab: 'general', part: 'logs' }}
            className={styles.link}
          >
            {t('deviceLogs.toLogs')}
          </Link>
        )}
      </div>
      <Calls deviId={deviId} />
    </div>
  );
}

const pageSize = 100;

function Calls({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const list = useInfiniteQuery(pagesQuery('listDeviceCalls', { params: { deviId }, query: { limit: pageSize } }));
  const { hasNextPage, refetch } = list;
  const nextPage = useNextPage(list);
  const columns = useCallColumns();
  if (!list.data) return <LoadState error={list.error} onRetry={refetch} height={400} />;
  const rows = list.data.pages.flatMap(({ calls }) => calls);
  if (rows.length === 0)
    return (
      <StatePanel
        role="status"
        icon={<IconPhoneOff size={26} />}
        title={t('deviceLogs.none')}
        body={t('deviceLogs.noneHelp')}
      />
    );
  return (
    <ResourceTable
      label={t('deviceLogs.callLog')}
      rows={rows}
      rowKey={keyOf}
      columns={columns}
      details={(row) => <Details row={row} />}
      expandLabel={({ at }) => t('deviceLogs.more', { time: formats.exact(at) })}
      total={hasNextPage ? -1 : rows.length}
      {...nextPage}
    />
  );
}

/** Attempts and transactions have numbers of their own. */
const keyOf = ({ source, id }: DeviceCall) => (source === 'alarm' ? id : -id);

function Details({ row }: { row: DeviceCall }) {
  const { t } = useTranslation();
  return (
    <div className={styles.details}>
      {row.source === 'alarm' ? (
        <>
          {row.reason !== null && <span>{t('deviceLogs.reason', { reason: row.reason })}</span>}
          <Link to="/alarms/$alarmId" params={{ alarmId: String(row.alarmId) }} className={styles.link}>
            {t('deviceLogs.openAlarm')}
          </Link>
        </>
      ) : (
        <span>
          {t('deviceLogs.codes', {
            status: row.status ?? t('common.unknown'),
            result: row.result ?? t('common.unknown'),
          })}
        </span>
      )}
    </div>
  );
}
