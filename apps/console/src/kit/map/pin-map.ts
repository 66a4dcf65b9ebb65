import * as maplibre from 'maplibre-gl';
import { type BaseMapOptions, openBaseMap } from './base-map.ts';
import { moveByKeys } from './move-by-keys.ts';
import styles from './pin-map.module.css';

/** Specification 2, section 9: the map of an indoor location. */
const maxZoom = 18;
const placedZoom = 18;
const nearZoom = 16;

export interface Pin {
  lat: number;
  lng: number;
}

export interface PinMapOptions extends Omit<BaseMapOptions, 'maxZoom' | 'at'> {
  /** Null: no place yet. */
  pin: Pin | null;
  /** What the map shows without a place; null: the country. */
  near: Pin | null;
  /** Of the marker, for screen readers. */
  label: string;
  /** The user has moved the marker, or placed it with a press on the map; null: nobody may. */
  onMoved: ((pin: Pin) => void) | null;
}

export interface PinMap {
  /** Moves the marker without a report; the view follows when it leaves it. */
  place: (pin: Pin) => void;
  close: () => void;
}

/** A map with one marker that can be dragged, or moved by the arrow keys; null in a browser without WebGL. */
export function openPinMap({ pin, near, label, onMoved, ...options }: PinMapOptions): PinMap | null {
  const at = pin ? { ...pin, zoom: placedZoom } : near && { ...near, zoom: nearZoom };
  const map = openBaseMap({ ...options, maxZoom, at });
  if (map === null) return null;
  const element = markerElement(label, onMoved !== null);
  const marker = new maplibre.Marker({ element, anchor: 'bottom', draggable: onMoved !== null });
  const moveTo = ({ lat, lng }: Pin) => marker.setLngLat([lng, lat]).addTo(map);
  if (pin !== null) moveTo(pin);
  if (onMoved !== null) {
    const report = () => onMoved(pinOf(marker.getLngLat()));
    marker.on('dragend', report);
    map.on('click', ({ lngLat }) => {
      moveTo(pinOf(lngLat));
      report();
    });
    // A press on the marker is none on the map: that of a key has no place, and would lead far away.
    element.addEventListener('click', (event) => event.stopPropagation());
    moveByKeys(map, marker, report);
  }
  return {
    place(next) {
      const isFirst = pin === null;
      pin = next;
      moveTo(next);
      if (isFirst || !map.getBounds().contains([next.lng, next.lat]))
        map.jumpTo({ center: [next.lng, next.lat], ...(isFirst && { zoom: placedZoom }) });
    },
    close: () => map.remove(),
  };
}

const pinOf = ({ lat, lng }: maplibre.LngLat): Pin => ({ lat, lng });

function markerElement(label: string, movable: boolean): HTMLElement {
  const element = document.createElement(movable ? 'button' : 'div');
  if (element instanceof HTMLButtonElement) element.type = 'button';
  else element.setAttribute('role', 'img');
  element.className = styles.pin ?? '';
  element.setAttribute('aria-label', label);
  // A drawing of its own: the library places the element by its transformation.
  element.append(document.createElement('span'));
  return element;
}
