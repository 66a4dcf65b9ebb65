import type { MapIcon } from '@varde/catalogue/map-icons';
import type { Position } from '@varde/contract/devices';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditableFence } from '#kit/map/fence-handles.ts';
import type { DrawnFence, FenceShape } from '#kit/map/fence-layers.ts';
import { openTrackMap } from '#kit/map/track-map.ts';
import { useFormats } from '#kit/use-formats.ts';
import { formatPlace } from '../device/place.ts';
import { colourStyle } from '../status/status-cell.tsx';
import styles from './device-map.module.css';
import { MapFailed } from './map-failed.tsx';
import { trackPointsOf } from './track-points.ts';
import { useMap } from './use-map.ts';

/** Fences, and what the user does with them on the map. They must keep their identity until they change. */
export interface FencesOnMap {
  drawn: readonly DrawnFence[];
  /** Those whose border can be moved. */
  editable: readonly EditableFence[];
  onMoved: (id: number, shape: FenceShape) => void;
  onPressed: (id: number) => void;
}

interface DeviceMapProps {
  label: string;
  deviceName: string;
  /** Newest first. */
  positions: readonly Position[];
  /** A colour of the status scale. */
  colour: string;
  /** Of the newest position. */
  icon: MapIcon;
  fences?: FencesOnMap;
  /** Its wearer is not located. */
  positioningOff?: boolean;
  /** The position that is pointed at beside the map; null: none. */
  pointed?: number | null;
  /** The pointer is on the marker of a position; null: on none. It keeps its identity. */
  onPoint?: (tranId: number | null) => void;
  onPress?: (tranId: number) => void;
}

const noFences = { drawn: [], editable: [] };

/** The last positions of one device: the newest large and named, with the path behind it. */
export function DeviceMap({ label, deviceName, positions, colour, icon, fences, ...rest }: DeviceMapProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const onFenceMoved = useEffectEvent((id: number, shape: FenceShape) => fences?.onMoved(id, shape));
  const onFencePressed = useEffectEvent((id: number) => fences?.onPressed(id));
  const open = useCallback(
    (options: Omit<Parameters<typeof openTrackMap>[0], 'onFenceMoved' | 'onFencePressed'>) =>
      openTrackMap({
        ...options,
        onFenceMoved: (id, shape) => onFenceMoved(id, shape),
        onFencePressed: (id) => onFencePressed(id),
      }),
    [],
  );
  const { container, map, failed, reopen } = useMap(open);

  useEffect(() => {
    const now = Date.now();
    const points = trackPointsOf(positions, icon, {
      newest: (time) => `${deviceName} · ${formats.marker(time, now)}`,
      older: (time) => formats.marker(time, now),
      full: (position) =>
        t('deviceLog.markerLabel', {
          name: deviceName,
          place: formatPlace({ ...position, place: null }, formats),
          time: formats.exact(position.posTime),
        }),
      info: ({ sat, hdop }) =>
        sat === null && hdop === null
          ? null
          : t('deviceLog.satellites', {
              sat: sat ?? t('common.none'),
              hdop: hdop === null ? t('common.none') : formats.number(hdop, 1),
            }),
    });
    map?.show(points);
  }, [map, positions, deviceName, icon, formats, t]);

  const { drawn, editable } = fences ?? noFences;
  useEffect(() => {
    map?.showFences(drawn, editable);
  }, [map, drawn, editable]);

  const { positioningOff, pointed = null, onPoint, onPress } = rest;
  useEffect(() => {
    map?.point(pointed);
  }, [map, pointed]);
  useEffect(() => map?.listen({ onPoint, onPress }), [map, onPoint, onPress]);

  return (
    <section className={styles.frame} style={colourStyle(colour)} aria-label={label}>
      <div className={styles.map} ref={container} />
      {failed && <MapFailed className={styles.note} text={t('deviceLog.mapFailed')} onRetry={reopen} />}
      {positions.length === 0 && (
        <p className={styles.note}>{t(positioningOff ? 'deviceLog.positioningOff' : 'deviceLog.noPosition')}</p>
      )}
    </section>
  );
}
