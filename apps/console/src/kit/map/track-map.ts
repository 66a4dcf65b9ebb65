import * as maplibre from 'maplibre-gl';
import { type BaseMapOptions, openBaseMap, setData } from './base-map.ts';
import { type EditableFence, fenceHandles } from './fence-handles.ts';
import { addFenceLayers, boundsOfFences, type DrawnFence, type FenceShape, fencesOf } from './fence-layers.ts';
import { ShowAll } from './show-all.ts';
import { accuracyCircle, boundsOf, pathOf, type TrackPoint } from './track.ts';
import styles from './track-map.module.css';

/** Specification 2, section 9. */
const maxZoom = 20;
/** Tiles show streets; the bundled map alone needs a wider view. */
const fitMaxZoom = { tiles: 16, ground: 11 };

const nothing = accuracyCircle(undefined);

export interface TrackMap {
  /** Draws points, newest first. The view follows new ones until the user has moved it, and not while a fence is edited. */
  show: (points: readonly TrackPoint[]) => void;
  /** Draws fences, and the handles of those that can be edited. The view moves to one that is edited from now on. */
  showFences: (fences: readonly DrawnFence[], editable: readonly EditableFence[]) => void;
  /** Brings out one of the points, with its accuracy; null: none. */
  point: (id: number | null) => void;
  /** Says on which marker the pointer is, and which is pressed. */
  listen: (listeners: MarkerListeners) => void;
  close: () => void;
}

interface MarkerListeners {
  onPoint?: ((id: number | null) => void) | undefined;
  onPress?: ((id: number) => void) | undefined;
}

type Options = Omit<BaseMapOptions, 'maxZoom' | 'at'> & {
  onFenceMoved: (id: number, shape: FenceShape) => void;
  /** A fence was pressed on the map. */
  onFencePressed: (id: number) => void;
};

/** A map with one track; null in a browser without WebGL. */
export function openTrackMap({ onFenceMoved, onFencePressed, ...options }: Options): TrackMap | null {
  const fitZoom = options.tiles ? fitMaxZoom.tiles : fitMaxZoom.ground;
  const map = openBaseMap({ ...options, maxZoom, at: null });
  if (map === null) return null;
  const markers: maplibre.Marker[] = [];
  let shown: readonly TrackPoint[] = [];
  const pointer = markerPointer();
  let pointed: number | null = null;
  const bringOut = () => {
    for (const [at, marker] of markers.entries())
      marker.getElement().toggleAttribute('data-pointed', shown[at]?.id === pointed);
    void ready.then(() => setData(map, 'accuracy', accuracyCircle(shown.find(({ id }) => id === pointed))));
  };
  let isMovedByUser = false;
  let edited: readonly EditableFence[] = [];
  // By the arrow keys as well, which are no drag.
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent) isMovedByUser = true;
  });
  const showAll = () => {
    isMovedByUser = false;
    fit(map, shown, fitZoom);
  };
  map.addControl(new ShowAll(options.words, showAll), 'top-right');
  const showHandles = fenceHandles(map, onFenceMoved);
  map.on('click', 'fences', ({ features }) => {
    const id: unknown = features?.[0]?.properties.id;
    if (typeof id === 'number') onFencePressed(id);
  });
  const ready = untilLayers(map);
  showAccuracyOnPath(map, (id) => shown.find((point) => point.id === id));

  return {
    show(points) {
      const moved = points.map(({ id }) => id).join() !== shown.map(({ id }) => id).join();
      const [newest] = points;
      shown = points;
      const drawn = markers[0]?.getElement();
      if (!moved && newest && drawn) drawn.dataset.icon = newest.icon;
      // Markers of the same positions stay (specification 2, section 4 "Map").
      if (!moved) return;
      for (const marker of markers.splice(0)) marker.remove();
      pointer.leave(); // no pointer leaves what is removed
      // Oldest first, so that the newest is on top.
      for (const point of [...points].reverse()) {
        const marker = addMarker(map, point, point === newest);
        markers.unshift(marker);
        pointer.hear(marker.getElement(), point.id);
      }
      bringOut();
      if (!isMovedByUser && edited.length === 0) fit(map, points, fitZoom);
      void ready.then(() => setData(map, 'path', pathOf(shown)));
    },
    showFences(fences, editable) {
      const begun = editable.filter(({ id }) => !edited.some((one) => one.id === id));
      edited = editable;
      showHandles(editable);
      const bounds = boundsOfFences(begun);
      if (bounds) map.fitBounds(bounds, { maxZoom, padding: 70, animate: false });
      void ready.then(() => setData(map, 'fences', fencesOf(fences)));
    },
    point(id) {
      pointed = id;
      bringOut();
    },
    listen: pointer.listen,
    close: () => map.remove(),
  };
}

/** The circle belongs to the part of the path under the pointer (specification 2, section 4 "Map"). */
function showAccuracyOnPath(map: maplibre.Map, pointOf: (id: unknown) => TrackPoint | undefined): void {
  map.on('mousemove', 'path', ({ features }) =>
    setData(map, 'accuracy', accuracyCircle(pointOf(features?.[0]?.properties.id))),
  );
  map.on('mouseleave', 'path', () => setData(map, 'accuracy', nothing));
}

/** The layers of the track are there. */
function untilLayers(map: maplibre.Map): Promise<void> {
  return new Promise((resolve) => {
    // Not `load`, which waits for tiles that may never arrive.
    map.once('style.load', () => {
      addFenceLayers(map);
      addLayers(map);
      resolve();
    });
  });
}

/** What the pointer does with markers. */
function markerPointer() {
  let listeners: MarkerListeners = {};
  let on: number | null = null;
  const point = (id: number | null) => {
    if (id === on) return;
    on = id;
    listeners.onPoint?.(id);
  };
  return {
    listen(given: MarkerListeners): void {
      listeners = given;
    },
    leave: () => point(null),
    hear(element: HTMLElement, id: number): void {
      // Not `pointerenter`: a marker that comes under a pointer at rest is not pointed at.
      element.addEventListener('pointermove', () => point(id));
      element.addEventListener('pointerleave', () => point(null));
      element.addEventListener('click', (event) => {
        event.stopPropagation(); // a press on a position is none on the fence that it is in
        listeners.onPress?.(id);
      });
    },
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
  // A light outline keeps the black parts visible on dark ground.
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
    paint: { 'line-color': ['case', ['get', 'isPrecise'], '#111111', '#e07800'], 'line-width': 3 },
  });
}

function addMarker(map: maplibre.Map, point: TrackPoint, newest: boolean): maplibre.Marker {
  const element = document.createElement('div');
  element.className = (newest ? styles.newest : styles.older) ?? '';
  const label = document.createElement('span');
  label.textContent = point.label;
  element.append(label);
  element.dataset.icon = point.icon;
  if (point.info !== null) {
    const info = document.createElement('small');
    info.textContent = point.info;
    label.append(info);
  }
  element.title = point.label;
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', point.fullLabel);
  if (point.accuracy) {
    element.addEventListener('pointerenter', () => setData(map, 'accuracy', accuracyCircle(point)));
    element.addEventListener('pointerleave', () => setData(map, 'accuracy', nothing));
  }
  return new maplibre.Marker({ element, anchor: 'center' }).setLngLat([point.longitude, point.latitude]).addTo(map);
}

function fit(map: maplibre.Map, points: readonly TrackPoint[], maxZoom: number): void {
  const bounds = boundsOf(points);
  if (bounds) map.fitBounds(bounds, { maxZoom, padding: 70, animate: false });
}
