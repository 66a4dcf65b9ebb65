import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { CopyrightNote } from './copyright-note.ts';
import { GroundNote } from './ground-note.ts';
import { detailSource, groundNames, mapStyle, type Tiles } from './map-style.ts';
import { watchDetail } from './missing-detail.ts';
import { addTileProtocols } from './tile-protocols.ts';
import type { FeatureCollection } from './track.ts';
import 'maplibre-gl/dist/maplibre-gl.css';
import './map-controls.css';

maplibre.setWorkerUrl(workerUrl);
addTileProtocols();

/** Where a map begins (specification 2, section 9 "Map"). */
export const southernNorway = { lat: 62.91776, lng: 10.53775, zoom: 4 };

export interface BaseMapOptions {
  container: HTMLElement;
  scheme: 'light' | 'dark';
  tiles: Tiles | null;
  /** Of the names on the map, by its code in map data. */
  language: string;
  /** Texts of the map's own controls, by MapLibre's keys, and what `GroundNote` says. */
  words: Readonly<Record<string, string>>;
  maxZoom: number;
  /** What it shows first; null: southern Norway. */
  at: { lat: number; lng: number; zoom: number } | null;
  /** The browser has taken away what it is drawn with: it is empty from now on. */
  onLost: () => void;
}

/** A map without anything on it; null in a browser without WebGL. */
export function openBaseMap(options: BaseMapOptions): maplibre.Map | null {
  const { container, scheme, tiles, language, words, maxZoom, at, onLost } = options;
  let map: maplibre.Map;
  try {
    map = new maplibre.Map({
      container,
      style: mapStyle({ scheme, tiles, language, font: getComputedStyle(container).getPropertyValue('--varde-font') }),
      center: [(at ?? southernNorway).lng, (at ?? southernNorway).lat],
      zoom: (at ?? southernNorway).zoom,
      maxZoom,
      attributionControl: { compact: true },
      locale: { ...words },
      cooperativeGestures: matchMedia('(pointer: coarse)').matches,
    });
  } catch {
    return null;
  }
  // A missing tile is no fault of ours: the bundled map shows through.
  map.on('error', () => undefined);
  map.on('webglcontextlost', onLost);
  map.addControl(new maplibre.NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new maplibre.ScaleControl({ unit: 'metric' }), 'bottom-left');
  const note = new GroundNote(words);
  map.addControl(note, 'bottom-left');
  const copyright = tiles?.copyright && new CopyrightNote(tiles.copyright);
  if (copyright) map.addControl(copyright, 'bottom-left');
  if (tiles === null) note.say('none');
  else
    watchDetail(map, (detail) => {
      note.say(detail);
      copyright?.show(detail !== 'none');
      showGroundNames(map, detail !== 'all');
    });
  return map;
}

/** Detailed vector tiles have names of their own; pictures cover those of the bundled map. */
function showGroundNames(map: maplibre.Map, shown: boolean): void {
  if (map.getSource(detailSource)?.type !== 'vector') return;
  for (const layer of groundNames) map.setLayoutProperty(layer, 'visibility', shown ? 'visible' : 'none');
}

/** Gives a source of the map other features. */
export function setData(map: maplibre.Map, source: string, data: FeatureCollection): void {
  const found = map.getSource(source);
  if (found instanceof maplibre.GeoJSONSource) void found.setData(data);
}
