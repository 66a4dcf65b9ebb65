import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { openPinMap, type Pin, type PinMap } from '#kit/map/pin-map.ts';
import styles from './device-map.module.css';
import { groundOf } from './use-map.ts';

interface PinOnMapProps {
  label: string;
  /** Of the marker, for screen readers. */
  markerLabel: string;
  /** Null: there is no place yet. */
  pin: Pin | null;
  /** The user has moved the marker; null: nobody may. */
  onMoved: ((pin: Pin) => void) | null;
}

/** One place on the map. */
export function PinOnMap({ label, markerLabel, pin, onMoved }: PinOnMapProps) {
  const { t, i18n } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const { data: config } = useQuery({ ...apiQuery('getConfig', {}), staleTime: Number.POSITIVE_INFINITY });
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<PinMap | null>(null);
  const [failed, setFailed] = useState(false);
  const movable = onMoved !== null;
  const moved = useEffectEvent((next: Pin) => onMoved?.(next));
  const begin = useEffectEvent(() => pin);

  useEffect(() => {
    if (!container.current || !config) return;
    const opened = openPinMap({
      container: container.current,
      scheme,
      ...groundOf(config, t, i18n.language),
      pin: begin(),
      label: markerLabel,
      onMoved: movable ? (next) => moved(next) : null,
    });
    setMap(opened);
    setFailed(opened === null);
    return () => {
      setMap(null);
      opened?.close();
    };
  }, [config, scheme, t, i18n, markerLabel, movable]);
  const { lat, lng } = pin ?? {};
  useEffect(() => {
    if (lat !== undefined && lng !== undefined) map?.place({ lat, lng });
  }, [map, lat, lng]);

  return (
    <section className={styles.frame} aria-label={label}>
      <div className={styles.map} ref={container} />
      {failed && <p className={styles.note}>{t('deviceLog.mapFailed')}</p>}
    </section>
  );
}
