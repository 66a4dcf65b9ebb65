import type { Position } from '@varde/contract/devices';
import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import styles from '#domain/map/device-map.module.css';
import { mapStyle, type Tiles } from './map-style.ts';
import { accuracyCircle, boundsOf, drawable, pathOf } from './track.ts';
import 'maplibre-gl/dist/maplibre-gl.css';

maplibre.setWorkerUrl(workerUrl);

/** Specification 2, section 9. */
const start = { center: [10.53775, 62.91776] as [number, number], zoom: 4 };
const maxZoom = 20;
/** Streets with tiles; without them nothing but coast can be seen, and that needs more of it. */
const fitMaxZoom = { tiles: 16, coastline: 8 };

const nothing = accuracyCircle(undefined);

interface TrackMapOptions {
  container: HTMLElement;
  scheme: 'light' | 'dark';
  tiles: Tiles | null;
  /** The words of the map's own controls, by MapLibre's names for them. */
  words: Readonly<Record<string, string>>;
  /** The browser cannot draw maps. */
  onFailed: () => void;
}

interface MarkerTexts {
  newest: (time: number) => string;
  older: (time: number) => string;
  /** Where and when in full, for those who do not see the map. */
  full: (position: Position) => string;
}

export interface TrackMap {
  /** Draws positions, newest first. The view follows new ones until somebody has moved it themselves. */
  show: (positions: readonly Position[], texts: MarkerTexts) => void;
  close: () => void;
}

/** A map that shows where one device has been; null where the browser has no WebGL. */
export function openTrackMap({
  container,
  scheme,
  tiles,
  words,
  onFailed,
}: TrackMapOptions): TrackMap | null {
  let map: maplibre.Map;
  try {
    map = new maplibre.Map({
      container,
      style: mapStyle(scheme, tiles),
      ...start,
      maxZoom,
      attributionControl: { compact: true },
      locale: { ...words },
      cooperativeGestures: matchMedia('(pointer: coarse)').matches,
    });
  } catch {
    onFailed();
    return null;
  }
  // A tile that cannot be had is no fault: the coastline shows where it is missing.
  map.on('error', () => undefined);
  map.addControl(new maplibre.NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new maplibre.ScaleControl({ unit: 'metric' }), 'bottom-left');
  const markers: maplibre.Marker[] = [];
  let shown: Position[] = [];
  let viewIsTheirs = false;
  for (const gesture of ['dragstart', 'zoomstart'] as const) {
    map.on(gesture, ({ originalEvent }) => {
      if (originalEvent) viewIsTheirs = true;
    });
  }
  const ready = new Promise<void>((resolve) => {
    // Not `load`, which waits for tiles that may never come.
    map.once('style.load', () => {
      addLayers(map);
      resolve();
    });
  });
  // The circle belongs to the path under the pointer (specification 2, section 4 "Map").
  map.on('mousemove', 'path', ({ features }) => {
    const tranId = features?.[0]?.properties.tranId;
    setData(map, 'accuracy', accuracyCircle(shown.find((position) => position.tranId === tranId)));
  });
  map.on('mouseleave', 'path', () => setData(map, 'accuracy', nothing));

  return {
    show(positions, texts) {
      const next = drawable(positions);
      const moved = next.map(({ tranId }) => tranId).join() !== shown.map(({ tranId }) => tranId).join();
      shown = next;
      for (const marker of markers.splice(0)) marker.remove();
      // Oldest first, so that the newest lies on top.
      for (const position of [...next].reverse()) {
        markers.push(addMarker(map, position, position === next[0], texts));
      }
      if (moved && !viewIsTheirs) fit(map, next, tiles ? fitMaxZoom.tiles : fitMaxZoom.coastline);
      void ready.then(() => setData(map, 'path', pathOf(shown)));
    },
    close: () => map.remove(),
  };
}

function addLayers(map: maplibre.Map): void {
  map.addSource('accuracy', { type: 'geojson', data: nothing });
  map.addSource('path', { type: 'geojson', data: nothing });
  map.addLayer({
    id: 'accuracy',
    type: 'fill',
    source: 'accuracy',
    paint: { 'fill-color': '#2f6fb0', 'fill-opacity': 0.22, 'fill-outline-color': '#2f6fb0' },
  });
  // A light rim keeps the black parts visible on dark ground.
  map.addLayer({
    id: 'path-rim',
    type: 'line',
    source: 'path',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': '#ffffff', 'line-width': 6, 'line-opacity': 0.7 },
  });
  map.addLayer({
    id: 'path',
    type: 'line',
    source: 'path',
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': ['case', ['get', 'gps'], '#111111', '#e07800'], 'line-width': 3 },
  });
}

function setData(map: maplibre.Map, source: string, data: ReturnType<typeof pathOf>): void {
  const found = map.getSource(source);
  if (found instanceof maplibre.GeoJSONSource) void found.setData(data);
}

function addMarker(
  map: maplibre.Map,
  position: Position,
  newest: boolean,
  texts: MarkerTexts,
): maplibre.Marker {
  const element = document.createElement('div');
  element.className = (newest ? styles.newest : styles.older) ?? '';
  const label = document.createElement('span');
  label.textContent = newest ? texts.newest(position.posTime) : texts.older(position.posTime);
  element.append(label);
  element.title = label.textContent;
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', texts.full(position));
  if (position.accuracy) {
    element.addEventListener('pointerenter', () => setData(map, 'accuracy', accuracyCircle(position)));
    element.addEventListener('pointerleave', () => setData(map, 'accuracy', nothing));
  }
  return new maplibre.Marker({ element, anchor: 'center' })
    .setLngLat([position.posLong, position.posLati])
    .addTo(map);
}

function fit(map: maplibre.Map, positions: readonly Position[], maxZoom: number): void {
  const bounds = boundsOf(positions);
  if (bounds) map.fitBounds(bounds, { maxZoom, padding: 70, animate: false });
}
