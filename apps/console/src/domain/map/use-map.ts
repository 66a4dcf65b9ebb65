import { useComputedColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, type Output } from '#data/api/call.ts';
import { apiQuery } from '#data/api/query-options.ts';
import type { BaseMapOptions } from '#kit/map/base-map.ts';
import { mapLanguageOf } from '#kit/map/map-language.ts';
import type { MapView, Tiles } from '#kit/map/map-style.ts';

type Ground = Pick<BaseMapOptions, 'tiles' | 'language' | 'words'>;

/** What is under everything on a map: where its tiles come from, and in which language it is. */
function groundOf(config: Output<'getConfig'>, t: TFunction, language: string): Ground {
  return { tiles: tilesOf(config, language), language: mapLanguageOf(language), words: mapWords(t) };
}

function tilesOf({ tilesUrl, tilesAttribution, tilesCopyright }: Output<'getConfig'>, of: string): Tiles | null {
  if (tilesUrl === null) return null;
  if (!tilesCopyright) return { url: tilesUrl, attribution: tilesAttribution };
  const language = of === 'en' ? 'en' : 'nb';
  return {
    url: tilesUrl.replace('{language}', language),
    attribution: null,
    copyright: { name: tilesAttribution ?? '', of: (view, signal) => copyrightOf(view, language, signal) },
  };
}

async function copyrightOf(view: MapView, language: 'nb' | 'en', signal: AbortSignal): Promise<string> {
  const [west, south, east, north] = [view.west, view.south, view.east, view.north].map((side) => side.toFixed(5));
  const query = { language, zoom: view.zoom, west, south, east, north };
  return (await call('getMapCopyright', { query }, { signal })).copyright;
}

/** The texts of a map's own controls. */
const mapWords = (t: TFunction) => ({
  'Map.Title': t('deviceLog.mapControls.title'),
  'NavigationControl.ZoomIn': t('deviceLog.mapControls.zoomIn'),
  'NavigationControl.ZoomOut': t('deviceLog.mapControls.zoomOut'),
  'AttributionControl.ToggleAttribution': t('deviceLog.mapControls.attribution'),
  'CooperativeGesturesHandler.MobileHelpText': t('deviceLog.mapControls.twoFingers'),
  'ShowAll.Text': t('deviceLog.mapControls.showAll'),
  'GroundNote.None': t('deviceLog.mapControls.noDetail'),
  'GroundNote.Some': t('deviceLog.mapControls.someDetail'),
});

interface OpenedMap<Opened> {
  /** The element that the map fills. */
  container: RefObject<HTMLDivElement | null>;
  /** Null until it is open, and in a browser without WebGL. */
  map: Opened | null;
  /** The browser cannot draw it, or has stopped twice in a row. */
  failed: boolean;
  /** Tries again. */
  reopen: () => void;
}

/** Lost again sooner than this, it is not opened anew by itself: it would only flicker. Milliseconds. */
const steadyMs = 10_000;

/** A map in an element of the page, in the colours of the console. `open` must keep its identity. */
export function useMap<Opened extends { close: () => void }>(
  open: (options: Omit<BaseMapOptions, 'at' | 'maxZoom'>) => Opened | null,
): OpenedMap<Opened> {
  const { t, i18n } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const { data: config } = useQuery({ ...apiQuery('getConfig', {}), staleTime: Number.POSITIVE_INFINITY });
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<Opened | null>(null);
  const [failed, setFailed] = useState(false);
  const [opening, setOpening] = useState(0);
  const lostAt = useRef(Number.NEGATIVE_INFINITY);
  const reopen = useCallback(() => setOpening((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened anew
  useEffect(() => {
    if (!container.current || !config) return;
    const opened = open({
      container: container.current,
      scheme,
      ...groundOf(config, t, i18n.language),
      onLost() {
        const before = lostAt.current;
        lostAt.current = performance.now();
        if (lostAt.current - before > steadyMs) reopen();
        else setFailed(true);
      },
    });
    setMap(opened);
    setFailed(opened === null);
    return () => {
      setMap(null);
      opened?.close();
    };
  }, [config, scheme, t, i18n, open, opening, reopen]);
  return { container, map, failed, reopen };
}
