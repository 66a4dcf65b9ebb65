import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { mapStyle, type Tiles } from './map-style.ts';
import 'maplibre-gl/dist/maplibre-gl.css';

maplibre.setWorkerUrl(workerUrl);

/** Southern Norway, and how near it is shown (specification 2, section 9 "Map"). */
const start = { center: [10.53775, 62.91776] as [number, number], zoom: 4 };

export interface BaseMapOptions {
  container: HTMLElement;
  scheme: 'light' | 'dark';
  tiles: Tiles | null;
  /** Texts of the map's own controls, by MapLibre's keys. */
  words: Readonly<Record<string, string>>;
  maxZoom: number;
  /** What it shows first; null: southern Norway. */
  at: { lat: number; lng: number; zoom: number } | null;
  /** Called when the browser cannot draw maps. */
  onFailed: () => void;
}

/** A map without anything on it; null in a browser without WebGL. */
export function openBaseMap(options: BaseMapOptions): maplibre.Map | null {
  const { container, scheme, tiles, words, maxZoom, at, onFailed } = options;
  let map: maplibre.Map;
  try {
    map = new maplibre.Map({
      container,
      style: mapStyle(scheme, tiles),
      ...(at === null ? start : { center: [at.lng, at.lat], zoom: at.zoom }),
      maxZoom,
      attributionControl: { compact: true },
      locale: { ...words },
      cooperativeGestures: matchMedia('(pointer: coarse)').matches,
    });
  } catch {
    onFailed();
    return null;
  }
  // A missing tile is not an error: the coastline shows through.
  map.on('error', () => undefined);
  map.addControl(new maplibre.NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new maplibre.ScaleControl({ unit: 'metric' }), 'bottom-left');
  return map;
}
