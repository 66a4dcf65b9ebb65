import { useCallback, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { openPinMap, type Pin, type PinMapOptions } from '#kit/map/pin-map.ts';
import styles from './device-map.module.css';
import { MapFailed } from './map-failed.tsx';
import { useMap } from './use-map.ts';

interface PinOnMapProps {
  label: string;
  /** Of the marker, for screen readers. */
  markerLabel: string;
  /** Null: there is no place yet. */
  pin: Pin | null;
  /** What the map shows until then; null: the country. */
  near: Pin | null;
  /** The user has moved the marker; null: nobody may. */
  onMoved: ((pin: Pin) => void) | null;
}

/** One place on the map. */
export function PinOnMap({ label, markerLabel, pin, near, onMoved }: PinOnMapProps) {
  const { t } = useTranslation();
  const movable = onMoved !== null;
  const moved = useEffectEvent((next: Pin) => onMoved?.(next));
  const begin = useEffectEvent(() => ({ pin, near }));
  const open = useCallback(
    (options: Omit<PinMapOptions, 'pin' | 'near' | 'label' | 'onMoved'>) =>
      openPinMap({
        ...options,
        ...begin(),
        label: markerLabel,
        onMoved: movable ? (next) => moved(next) : null,
      }),
    [markerLabel, movable],
  );
  const { container, map, failed, reopen } = useMap(open);
  const { lat, lng } = pin ?? {};
  useEffect(() => {
    if (lat !== undefined && lng !== undefined) map?.place({ lat, lng });
  }, [map, lat, lng]);

  return (
    <section className={styles.frame} aria-label={label}>
      <div className={styles.map} ref={container} />
      {failed && <MapFailed className={styles.note} text={t('deviceLog.mapFailed')} onRetry={reopen} />}
    </section>
  );
}
