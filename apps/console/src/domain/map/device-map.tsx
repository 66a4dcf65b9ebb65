import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Position } from '@varde/contract/devices';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import { openTrackMap, type TrackMap } from '#kit/map/track-map.ts';
import { useFormats } from '#kit/use-formats.ts';
import { formatPlace } from '../device/place.ts';
import { colourStyle } from '../status/status-cell.tsx';
import styles from './device-map.module.css';
import { trackPointsOf } from './track-points.ts';

interface DeviceMapProps {
  label: string;
  deviceName: string;
  /** Newest first. */
  positions: readonly Position[];
  /** A colour of the status scale. */
  colour: string;
}

/** The texts of a map's own controls. */
export const mapWords = (t: TFunction) => ({
  'Map.Title': t('deviceLog.mapControls.title'),
  'NavigationControl.ZoomIn': t('deviceLog.mapControls.zoomIn'),
  'NavigationControl.ZoomOut': t('deviceLog.mapControls.zoomOut'),
  'AttributionControl.ToggleAttribution': t('deviceLog.mapControls.attribution'),
  'CooperativeGesturesHandler.MobileHelpText': t('deviceLog.mapControls.twoFingers'),
});

/** The last positions of one device: the newest large and named, with the path behind it. */
export function DeviceMap({ label, deviceName, positions, colour }: DeviceMapProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const scheme = useComputedColorScheme('light');
  const { data: config } = useQuery({ ...apiQuery('getConfig', {}), staleTime: Number.POSITIVE_INFINITY });
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<TrackMap | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!container.current || !config) return;
    const { tilesUrl, tilesAttribution } = config;
    const tiles = tilesUrl ? { url: tilesUrl, attribution: tilesAttribution } : null;
    const opened = openTrackMap({
      container: container.current,
      scheme,
      tiles,
      words: mapWords(t),
      onFailed: () => setFailed(true),
    });
    setMap(opened);
    return () => {
      setMap(null);
      opened?.close();
    };
  }, [config, scheme, t]);
  useEffect(() => {
    const now = Date.now();
    const points = trackPointsOf(positions, {
      newest: (time) => `${deviceName} · ${formats.marker(time, now)}`,
      older: (time) => formats.marker(time, now),
      full: (position) =>
        t('deviceLog.markerLabel', {
          name: deviceName,
          place: formatPlace({ ...position, place: null }, formats),
          time: formats.exact(position.posTime),
        }),
    });
    map?.show(points);
  }, [map, positions, deviceName, formats, t]);

  return (
    <section className={styles.frame} style={colourStyle(colour)} aria-label={label}>
      <div className={styles.map} ref={container} />
      {config?.tilesUrl === null && !failed && <p className={styles.ground}>{t('deviceLog.noTiles')}</p>}
      {failed && <p className={styles.note}>{t('deviceLog.mapFailed')}</p>}
      {positions.length === 0 && <p className={styles.note}>{t('deviceLog.noPosition')}</p>}
    </section>
  );
}
