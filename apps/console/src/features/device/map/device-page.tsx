import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { deviceIcon } from '@varde/catalogue/map-icons';
import { statusByKey, statusColour } from '@varde/catalogue/statuses';
import type { DeviceDetail, Position } from '@varde/contract/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { deviceQuery } from '#data/live/device-query.ts';
import { useLiveDevice } from '#data/live/live-device.ts';
import { useSession } from '#data/session.ts';
import { areasOf } from '#domain/device/device-areas.ts';
import { DeviceHeader } from '#domain/device/device-header.tsx';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { NotePanel } from '#domain/notes/note-panel.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import { LoadFailed } from '#kit/state/load-failed.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import styles from './device-page.module.css';
import { FencePanel } from './fence-panel.tsx';
import { IdentitySection } from './identity-section.tsx';
import { LogActions } from './log-actions.tsx';
import { logChoiceOf, nothingChosen } from './log-choice.ts';
import { PositionCount } from './position-count.tsx';
import { PositionsNotice } from './positions-notice.tsx';
import { TransactionLog } from './transaction-log.tsx';
import { useMapFences } from './use-map-fences.ts';
import { usePositionsNotice } from './use-positions-notice.ts';

/** The map library is fetched only for pages with a map. */
const DeviceMap = lazyPart(
  async () => (await import('#domain/map/device-map.tsx')).DeviceMap,
  MapFailed,
  <Skeleton className={styles.mapSkeleton} />,
);

interface DevicePageProps {
  deviId: number;
  count: number;
  counts: readonly number[];
  onCount: (count: number) => void;
}

/** A device's positions and message log, live. */
export function DevicePage({ deviId, ...choice }: DevicePageProps) {
  const { t } = useTranslation();
  const { data: device, error, refetch } = useQuery(deviceQuery(deviId));
  const [fields, setFields] = useState(nothingChosen);
  const seesLog = device?.abilities.includes('transactions') ?? false;
  useLiveDevice(deviId, { transactions: seesLog });
  if (error && !device) {
    return (
      <>
        <PageTitle text={t('device.map')} />
        <ErrorState page error={error} onRetry={refetch} />
      </>
    );
  }
  if (!device) return <DevicePageSkeleton />;
  const seesMap = areasOf(device).page === 'map';
  return (
    <div className={styles.page}>
      <PageTitle text={device.deviceName} />
      <DeviceHeader device={device} />
      {seesLog && <h2 className={styles.logTitle}>{t('deviceLog.logTitle', { name: device.deviceName })}</h2>}
      {seesMap && <Positions device={device} count={choice.count} />}
      <LogActions device={device} choice={logChoiceOf(fields)} />
      {seesMap && <PositionCount {...choice} />}
      {/* Others have it on the tab of information, which trackers do not have. */}
      {!device.abilities.includes('settings') && <NotePanel device={device} />}
      {seesLog && <TransactionLog device={device} fields={fields} onFields={setFields} />}
      {device.abilities.includes('identities') && <IdentitySection device={device} />}
      {!seesMap && !seesLog && <p>{t('errors.notAllowed')}</p>}
    </div>
  );
}

function Positions({ device, count }: { device: DeviceDetail; count: number }) {
  const { t } = useTranslation();
  const ahp = useSession().context === 'AHP';
  const notice = usePositionsNotice();
  const positions = useQuery({
    ...apiQuery('listPositions', { params: { deviId: device.deviId }, query: { count } }),
    placeholderData: keepPreviousData,
    enabled: notice.seen,
  });
  const { data, error, refetch } = notice.error === null ? positions : { ...notice, data: undefined };
  const fences = useMapFences(device);
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <div className={styles.positions}>
      {notice.asks && <PositionsNotice onConfirm={(kept) => void notice.confirm(kept)} />}
      {data ? (
        <DeviceMap
          label={t('deviceLog.mapLabel', { name: device.deviceName })}
          deviceName={device.deviceName}
          positions={shownOf(device, data.positions)}
          positioningOff={device.disablePositioning}
          icon={deviceIcon(device)}
          colour={statusColour(statusByKey(device.status), { ahp, escalated: device.escalated })}
          fences={fences.drawn}
        />
      ) : (
        <Skeleton className={styles.mapSkeleton} />
      )}
      {data && <FencePanel device={device} fences={fences} />}
    </div>
  );
}

/** Without positioning only the place of an open alarm: those from before are history. */
function shownOf({ disablePositioning, posTime: present }: DeviceDetail, positions: Position[]): Position[] {
  if (!disablePositioning) return positions;
  return positions.filter(({ posTime }) => present !== null && posTime >= present);
}

function MapFailed({ onRetry }: { onRetry: () => Promise<boolean> }) {
  const { t } = useTranslation();
  return <LoadFailed title={t('deviceLog.mapNotLoaded')} onRetry={onRetry} />;
}

function DevicePageSkeleton() {
  return (
    <div className={styles.page}>
      <Skeleton height={36} width={320} />
      <Skeleton height={66} />
      <Skeleton className={styles.mapSkeleton} />
    </div>
  );
}
