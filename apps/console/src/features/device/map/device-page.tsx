import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeviceDetail } from '@varde/contract/devices';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceQuery } from '#data/live/device-query.ts';
import { useLiveDevice, useLiveLog } from '#data/live/live-device.ts';
import { usePolledLog } from '#data/live/polled-log.ts';
import { useSession } from '#data/session.ts';
import { areasOf } from '#domain/device/device-areas.ts';
import { DeviceHeader } from '#domain/device/device-header.tsx';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { NotePanel } from '#domain/notes/note-panel.tsx';
import { PageTitle } from '#kit/page-title.tsx';
import styles from './device-page.module.css';
import { IdentitySection } from './identity-section.tsx';
import { LastPlace } from './last-place.tsx';
import { LogActions } from './log-actions.tsx';
import { logChoiceOf, nothingChosen } from './log-choice.ts';
import { PositionCount } from './position-count.tsx';
import { PositionsMap } from './positions-map.tsx';
import { TransactionLog } from './transaction-log.tsx';
import { usePositions } from './use-positions.ts';

interface CountChoice {
  count: number;
  counts: readonly number[];
  onCount: (count: number) => void;
}

/** A device's positions and message log, live. */
export function DevicePage({ deviId, ...choice }: { deviId: number } & CountChoice) {
  const { t } = useTranslation();
  const { data: device, error, refetch } = useQuery(deviceQuery(deviId));
  useLiveDevice(deviId);
  if (error && !device) {
    return (
      <>
        <PageTitle text={t('device.map')} />
        <ErrorState page error={error} onRetry={refetch} />
      </>
    );
  }
  if (!device) return <DevicePageSkeleton />;
  return (
    <div className={styles.page}>
      <PageTitle text={device.deviceName} />
      <MapAndLog device={device} choice={choice} />
      {device.abilities.includes('identities') && <IdentitySection device={device} />}
    </div>
  );
}

/**
 * Side by side on a wide screen, and joined: what is pointed at in one is shown in the other. A family sees first where
 * the wearer is, and since when.
 */
function MapAndLog({ device, choice }: { device: DeviceDetail; choice: CountChoice }) {
  const { t } = useTranslation();
  const isPrivate = useSession().abilities.includes('private');
  const [fields, setFields] = useState(nothingChosen);
  const [pointed, onPoint] = useState<number | null>(null);
  const [displayed, onDisplay] = useState<number | null>(null);
  const hasLog = device.abilities.includes('transactions');
  const seesMap = areasOf(device).page === 'map';
  const positions = usePositions(device, { count: choice.count, enabled: seesMap });
  // The log has the positions as well.
  const seesLog = hasLog && (positions.notice.seen || !seesMap);
  useLiveLog(device.deviId, { transactions: seesLog });
  usePolledLog(device.deviId, { transactions: seesLog });
  const marked = new Set(positions.shown?.map(({ tranId }) => tranId));
  const link = { marked, pointed, onPoint, displayed, onDisplay };
  const map = seesMap && <PositionsMap device={device} positions={positions} link={link} />;
  const tools = (
    <>
      <LogActions device={device} choice={logChoiceOf(fields)} />
      {seesMap && <PositionCount {...choice} />}
      {/* Others have it on the tab of information, which trackers do not have. */}
      {!device.abilities.includes('settings') && <NotePanel device={device} />}
    </>
  );
  const title = hasLog && <h2 className={styles.logTitle}>{t('deviceLog.logTitle', { name: device.deviceName })}</h2>;
  const log = seesLog && <TransactionLog device={device} fields={fields} onFields={setFields} link={link} />;
  if (isPrivate && seesMap)
    return (
      <>
        <DeviceHeader device={device}>
          {positions.notice.seen && <LastPlace device={device} />}
          {map}
        </DeviceHeader>
        {title}
        {tools}
        {log}
      </>
    );
  return (
    <>
      <DeviceHeader device={device} />
      {title}
      {!seesMap && !hasLog && <p>{t('errors.notAllowed')}</p>}
      <div className={styles.panes} data-both={seesMap && hasLog ? '' : undefined}>
        <div className={styles.pane}>
          {map}
          {(seesMap || hasLog) && tools}
        </div>
        {log}
      </div>
    </>
  );
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
