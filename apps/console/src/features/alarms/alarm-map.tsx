import { Skeleton } from '@mantine/core';
import { alarmIcon } from '@varde/catalogue/map-icons';
import { metyId } from '@varde/catalogue/message-types';
import { statusColour } from '@varde/catalogue/statuses';
import type { Alarm } from '@varde/contract/alarms';
import type { Place, Position } from '@varde/contract/devices';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#data/session.ts';
import { statusOfAlarm } from '#domain/status/alarm-kind.ts';
import { NotLoaded } from '#kit/state/load-failed.tsx';
import { useIsInView } from '#kit/use-is-in-view.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import styles from './alarm-context.module.css';

const DeviceMap = lazyPart(
  async () => (await import('#domain/map/device-map.tsx')).DeviceMap,
  NotLoaded,
  <Skeleton className={styles.map} />,
);

/** The present place, where it is newer, and the place at the alarm. */
export const positionsOf = (alarm: Alarm): Position[] => [
  ...positionOf(alarm.latestPlace, metyId.position),
  ...positionOf(alarm, alarm.metyId),
];

function positionOf(placed: Place | null, type: number): Position[] {
  if (placed === null) return [];
  const { posLati, posLong, posTime, posType, posAccuracy } = placed;
  if (posLati === null || posLong === null || posTime === null || posType === null) return [];
  // Its time tells it from an earlier one: the map follows the wearer to another place only.
  const quality = { accuracy: posAccuracy, sat: null, hdop: null };
  return [{ tranId: posTime, metyId: type, posLati, posLong, posTime, posType, ...quality }];
}

/** The places of an alarm. A browser draws few maps at a time, so that each is drawn only while it is on the screen. */
export function AlarmMap({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation();
  const ahp = useSession().context === 'AHP';
  const frame = useRef<HTMLDivElement>(null);
  const isInView = useIsInView(frame);
  const places = JSON.stringify(positionsOf(alarm));
  // A new object only when a place has changed: the map draws it anew.
  const positions = useMemo<Position[]>(() => JSON.parse(places), [places]);
  return (
    <div ref={frame} className={styles.map}>
      {isInView && (
        <DeviceMap
          label={t('alarmContext.map', { name: alarm.deviceName })}
          deviceName={alarm.deviceName}
          positions={positions}
          icon={alarmIcon(alarm.metyId)}
          colour={statusColour(statusOfAlarm(alarm.metyId), { ahp, escalated: alarm.escalatedAt !== null })}
        />
      )}
    </div>
  );
}
