import type { GeofenceForm } from '@varde/contract/geofence-form';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import mapStyles from '#domain/map/device-map.module.css';
import { MapFailed } from '#domain/map/map-failed.tsx';
import { useMap } from '#domain/map/use-map.ts';
import type { DrawnShape } from '#kit/map/drawn-shape.ts';
import { openFenceMap } from '#kit/map/fence-map.ts';
import styles from './default-fence-list.module.css';

interface DefaultFenceMapProps {
  geofences: readonly GeofenceForm[];
  /** The place in the list of the fence that is open. */
  open: number | null;
  /** What is drawn on the map: the area of the fence that is open. */
  drawing: 'circle' | 'polygon' | 'none';
  onDrawn: (shape: DrawnShape) => void;
}

/** Standard fences on a map; one without an area is drawn on it. */
export function DefaultFenceMap({ geofences, open, drawing, ...events }: DefaultFenceMapProps) {
  const { t } = useTranslation();
  const onDrawn = useEffectEvent(events.onDrawn);
  const openMap = useCallback(
    (options: Omit<Parameters<typeof openFenceMap>[0], 'onDrawn'>) =>
      openFenceMap({ ...options, onDrawn: (shape) => onDrawn(shape) }),
    [],
  );
  const { container, map, failed, reopen } = useMap(openMap);
  const drawn = geofences.map((fence, index) => ({ ...fence, id: index, selected: index === open }));
  useEffect(() => {
    map?.show(drawn);
  });
  useEffect(() => {
    map?.draw(drawing);
  }, [map, drawing]);
  const fit = useEffectEvent(() => {
    const selected = drawn.filter((fence) => fence.selected && fence.vertices.length > 0);
    map?.fit(selected.length > 0 ? selected : drawn);
  });
  // The view moves when the map or another fence is opened, and never while somebody types.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the moments
  useEffect(() => fit(), [map, open]);
  return (
    <section className={`${mapStyles.frame} ${styles.map}`} aria-label={t('geofence.defaults.map')}>
      <div className={mapStyles.map} ref={container} />
      {failed && <MapFailed className={mapStyles.note} text={t('geofence.mapFailed')} onRetry={reopen} />}
    </section>
  );
}
