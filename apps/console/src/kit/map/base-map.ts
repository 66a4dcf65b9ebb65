import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { mapStyle, type Tiles } from './map-style.ts';
import type { FeatureCollection } from './track.ts';
import 'maplibre-gl/dist/maplibre-gl.css';
import './map-controls.css';

maplibre.setWorkerUrl(workerUrl);

/** Where a map begins (specification 2, section 9 "Map"). */
export const southernNorway = { lat: 62.91776, lng: 10.53775, zoom: 4 };

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
      center: [(at ?? southernNorway).lng, (at ?? southernNorway).lat],
      zoom: (at ?? southernNorway).zoom,
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

/** Gives a source of the map other features. */
export function setData(map: maplibre.Map, source: string, data: FeatureCollection): void {
  const found = map.getSource(source);
  if (found instanceof maplibre.GeoJSONSource) void found.setData(data);
}
