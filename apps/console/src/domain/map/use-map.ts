import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiQuery } from '#data/api/query-options.ts';
import type { BaseMapOptions } from '#kit/map/base-map.ts';

/** The texts of a map's own controls. */
export const mapWords = (t: TFunction) => ({
  'Map.Title': t('deviceLog.mapControls.title'),
  'NavigationControl.ZoomIn': t('deviceLog.mapControls.zoomIn'),
  'NavigationControl.ZoomOut': t('deviceLog.mapControls.zoomOut'),
  'AttributionControl.ToggleAttribution': t('deviceLog.mapControls.attribution'),
  'CooperativeGesturesHandler.MobileHelpText': t('deviceLog.mapControls.twoFingers'),
});

interface OpenedMap<Opened> {
  /** The element that the map fills. */
  container: RefObject<HTMLDivElement | null>;
  /** Null until it is open, and in a browser without WebGL. */
  map: Opened | null;
  failed: boolean;
  /** No tile server is configured: the coastline alone is shown. */
  withoutTiles: boolean;
}

/** A map in an element of the page, in the colours of the console. `open` must keep its identity. */
export function useMap<Opened extends { close: () => void }>(
  open: (options: Omit<BaseMapOptions, 'at' | 'maxZoom'>) => Opened | null,
): OpenedMap<Opened> {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const { data: config } = useQuery({ ...apiQuery('getConfig', {}), staleTime: Number.POSITIVE_INFINITY });
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<Opened | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!container.current || !config) return;
    const { tilesUrl, tilesAttribution } = config;
    const tiles = tilesUrl ? { url: tilesUrl, attribution: tilesAttribution } : null;
    const opened = open({
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
  }, [config, scheme, t, open]);
  return { container, map, failed, withoutTiles: config?.tilesUrl === null && !failed };
}
