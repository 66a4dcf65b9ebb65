import { Skeleton } from '@mantine/core';
import { deviceIcon } from '@varde/catalogue/map-icons';
import { statusByKey, statusColour } from '@varde/catalogue/statuses';
import type { DeviceDetail } from '@varde/contract/devices';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import type { MapLink } from '#domain/log/map-link.ts';
import { rowId } from '#domain/log/transaction-row.tsx';
import { PositionsNotice } from '#domain/positions/positions-notice.tsx';
import { LoadFailed } from '#kit/state/load-failed.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import styles from './device-page.module.css';
import { FencePanel } from './fence-panel.tsx';
import { useMapFences } from './use-map-fences.ts';
import type { Positions } from './use-positions.ts';

/** The map library is fetched only for pages with a map. */
const DeviceMap = lazyPart(
  async () => (await import('#domain/map/device-map.tsx')).DeviceMap,
  MapFailed,
  <Skeleton className={styles.mapSkeleton} />,
);

interface PositionsMapProps {
  device: DeviceDetail;
  positions: Positions;
  link: MapLink;
}

/** The positions of a device on the map, after the notice about them. A press on a marker leads to its row of the log. */
export function PositionsMap({ device, positions: { notice, error, refetch, shown }, link }: PositionsMapProps) {
  const { t } = useTranslation();
  const ahp = useSession().context === 'AHP';
  const fences = useMapFences(device);
  if (error && !shown) return <ErrorState error={error} onRetry={refetch} />;
  return (
    <div className={styles.positions}>
      {notice.asks && <PositionsNotice onConfirm={(kept) => void notice.confirm(kept)} />}
      {shown ? (
        <DeviceMap
          label={t('deviceLog.mapLabel', { name: device.deviceName })}
          deviceName={device.deviceName}
          positions={shown}
          positioningOff={device.disablePositioning}
          icon={deviceIcon(device)}
          colour={statusColour(statusByKey(device.status), { ahp, escalated: device.escalated })}
          fences={fences.drawn}
          pointed={link.pointed ?? link.displayed}
          onPoint={link.onPoint}
          onPress={showRow}
        />
      ) : (
        <Skeleton className={styles.mapSkeleton} />
      )}
      {shown && <FencePanel device={device} fences={fences} />}
    </div>
  );
}

/** The row may be on a page of the log that is not loaded. */
function showRow(tranId: number): void {
  const row = document.getElementById(rowId(tranId));
  row?.scrollIntoView({ block: 'nearest' });
  row?.querySelector('button')?.focus({ preventScroll: true });
}

function MapFailed({ onRetry }: { onRetry: () => Promise<boolean> }) {
  const { t } = useTranslation();
  return <LoadFailed title={t('deviceLog.mapNotLoaded')} onRetry={onRetry} />;
}
