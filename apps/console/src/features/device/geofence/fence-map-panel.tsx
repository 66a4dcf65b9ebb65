import type { DeviceDetail, Place } from '@varde/contract/devices';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import mapStyles from '#domain/map/device-map.module.css';
import { MapFailed } from '#domain/map/map-failed.tsx';
import { useMap } from '#domain/map/use-map.ts';
import type { DrawnFence } from '#kit/map/fence-layers.ts';
import { openFenceMap } from '#kit/map/fence-map.ts';
import { useFormats } from '#kit/use-formats.ts';
import styles from './geofence-tab.module.css';
import type { GeofenceEditorState } from './use-geofence-editor.ts';

interface FenceMapPanelProps {
  device: DeviceDetail;
  editor: GeofenceEditorState;
  place: Place | null;
  /** The user may see where the device is. */
  mayLocate: boolean;
}

/** The fences and the device on a map; a fence is drawn on it. */
export function FenceMapPanel({ device, editor, place, mayLocate }: FenceMapPanelProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { fences, fence, drawing, found } = editor;
  const onDrawn = useEffectEvent(editor.onDrawn);
  const open = useCallback(
    (options: Omit<Parameters<typeof openFenceMap>[0], 'onDrawn'>) =>
      openFenceMap({ ...options, onDrawn: (shape) => onDrawn(shape) }),
    [],
  );
  const { container, map, failed, reopen } = useMap(open);
  const drawn = drawnFences(editor);
  const { posLati: lat, posLong: lng, posTime } = place ?? { posLati: null, posLong: null, posTime: null };
  const isPlaced = lat !== null && lng !== null && posTime !== null;
  const label = isPlaced ? `${device.deviceName} · ${formats.short(posTime, Date.now())}` : '';

  useEffect(() => {
    map?.show(drawn);
  });
  useEffect(() => {
    map?.showPlace(lat === null || lng === null ? null : { lat, lng, label });
  }, [map, lat, lng, label]);
  const fit = useEffectEvent(() => {
    const [chosen] = drawn.filter((one) => one.selected && one.vertices.length > 0);
    map?.fit(chosen ? [chosen] : drawn);
  });
  // The view moves when a map, a fence, a found address or a first position appears, and never while somebody types.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the moments
  useEffect(() => fit(), [map, fence?.id, fences.length, isPlaced, found]);
  useEffect(() => {
    map?.draw(drawing === 'indoor' ? 'none' : drawing);
  }, [map, drawing]);

  return (
    <section className={`${mapStyles.frame} ${styles.map}`} aria-label={t('geofence.map')}>
      <div className={mapStyles.map} ref={container} />
      {failed && <MapFailed className={mapStyles.note} text={t('geofence.mapFailed')} onRetry={reopen} />}
      {mayLocate && place && !isPlaced && (
        <p className={mapStyles.note}>
          {t(device.disablePositioning ? 'deviceLog.positioningOff' : 'deviceLog.noPosition')}
        </p>
      )}
    </section>
  );
}

/** The stored fences, and the edited one as its fields have it; deleted by somebody else, it is not on. */
function drawnFences({ fences, fence, values, isGone }: GeofenceEditorState): DrawnFence[] {
  const others: DrawnFence[] = fences.filter(({ id }) => id !== fence?.id);
  if (values === null) return others;
  return [...others, { ...values, enabled: values.enabled && !isGone, selected: true }];
}
