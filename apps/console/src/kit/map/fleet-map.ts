import * as maplibre from 'maplibre-gl';
import { type BaseMapOptions, openBaseMap } from './base-map.ts';
import styles from './fleet-map.module.css';
import { labelRows } from './label-rows.ts';
import { ShowAll } from './show-all.ts';

/** Specification 2, section 9. */
const maxZoom = 20;
/** Tiles show streets; the coastline alone needs a wider view. */
const fitMaxZoom = { tiles: 16, coastline: 8 };

/** What stands at one place: a device, or several that are near each other. */
export interface Mark {
  /** The same device, or the same cluster, has the same key. */
  key: string;
  latitude: number;
  longitude: number;
  /** An alarm is above all others, and larger. */
  kind: 'device' | 'warning' | 'alarm' | 'cluster';
  /** A colour of the status scale. */
  colour: string;
  /** In the mark. */
  text: string;
  /** Beside the mark: always at an alarm, at others under the pointer. */
  name: string;
}

/** Degrees; `west` is larger than `east` where the view crosses the 180th meridian. */
export interface Area {
  west: number;
  south: number;
  east: number;
  north: number;
}
export interface View extends Area {
  /** Rounded down. */
  zoom: number;
}

interface Listener {
  /** The user, or `fit`, has moved the map. */
  onView: (view: View) => void;
  onOpen: (key: string) => void;
  /** All of it is asked for again, from wherever the map is. */
  onAll: () => void;
}

export interface FleetMap {
  /**
   * Draws these marks, the last one above the others. One that has moved is moved, one that is the same is not touched.
   * `more`: text for so many alarms at one place whose names have no room.
   */
  show: (marks: readonly Mark[], more: (count: number) => string) => void;
  /** Moves these marks where they are drawn, and touches no other. */
  move: (moves: readonly Pick<Mark, 'key' | 'latitude' | 'longitude'>[]) => void;
  /** Shows this area as a whole; `closely`: as near as the map can. */
  fit: (area: Area, closely?: boolean) => void;
  listen: (listener: Listener) => void;
  close: () => void;
}

type Options = Omit<BaseMapOptions, 'maxZoom'> & {
  /** Where the map is from now on. */
  onMoved: (at: BaseMapOptions['at']) => void;
};

interface Drawn {
  mark: Mark;
  marker: maplibre.Marker;
}

/** A map with many marks; null in a browser without WebGL. */
export function openFleetMap({ onMoved, ...options }: Options): FleetMap | null {
  const map = openBaseMap({ ...options, maxZoom });
  if (map === null) return null;
  const shown = new Map<string, Drawn>();
  let listener: Listener | null = null;
  let alarms: readonly string[] = [];
  let moreText: (count: number) => string = String;
  const arrangeLabels = () =>
    arrange(
      map,
      alarms.flatMap((key) => shown.get(key) ?? []),
      moreText,
    );
  map.addControl(new ShowAll(options.words, () => listener?.onAll()), 'top-right');
  map.on('zoomend', arrangeLabels);
  map.on('moveend', () => {
    const { lat, lng } = map.getCenter();
    onMoved({ lat, lng, zoom: map.getZoom() });
    listener?.onView(viewOf(map));
  });

  return {
    show(marks, more) {
      moreText = more;
      alarms = marks
        .filter(({ kind }) => kind === 'alarm')
        .map(({ key }) => key)
        .reverse();
      const keys = new Set(marks.map(({ key }) => key));
      for (const [key, { marker }] of shown) {
        if (keys.has(key)) continue;
        marker.remove();
        shown.delete(key);
      }
      for (const mark of marks) {
        const drawn = shown.get(mark.key);
        if (drawn === undefined) {
          shown.set(mark.key, { mark, marker: addMarker(map, mark, () => listener?.onOpen(mark.key)) });
          continue;
        }
        const { mark: before, marker } = drawn;
        if (before.latitude !== mark.latitude || before.longitude !== mark.longitude)
          marker.setLngLat([mark.longitude, mark.latitude]);
        if (looks.some((look) => before[look] !== mark[look])) dress(marker.getElement(), mark);
        drawn.mark = mark;
      }
      arrangeLabels();
    },
    move(moves) {
      for (const { key, latitude, longitude } of moves) {
        const drawn = shown.get(key);
        if (drawn === undefined) continue;
        if (drawn.mark.latitude === latitude && drawn.mark.longitude === longitude) continue;
        drawn.mark = { ...drawn.mark, latitude, longitude };
        drawn.marker.setLngLat([longitude, latitude]);
      }
      arrangeLabels();
    },
    fit({ west, south, east, north }, closely = false) {
      const eastOfWest = east < west ? east + 360 : east;
      const usual = options.tiles ? fitMaxZoom.tiles : fitMaxZoom.coastline;
      map.fitBounds([west, south, eastOfWest, north], {
        maxZoom: closely ? maxZoom : usual,
        padding: roomForNames(map),
        animate: false,
      });
    },
    listen(next) {
      listener = next;
    },
    close: () => map.remove(),
  };
}

/** For the names of alarms, which stand above their marks. */
function roomForNames(map: maplibre.Map): maplibre.PaddingOptions {
  const beside = Math.min(110, map.getContainer().clientWidth / 4);
  return { top: 90, bottom: 90, left: beside, right: beside };
}

function addMarker(map: maplibre.Map, mark: Mark, onOpen: () => void): maplibre.Marker {
  const element = document.createElement('button');
  element.type = 'button';
  // The keyboard has them in the list beside the map.
  element.tabIndex = -1;
  element.append(document.createElement('span'), document.createElement('small'));
  element.addEventListener('click', (event) => {
    event.stopPropagation();
    onOpen();
  });
  dress(element, mark);
  const marker = new maplibre.Marker({ element, anchor: 'center' });
  return marker.setLngLat([mark.longitude, mark.latitude]).addTo(map);
}

const looks = ['kind', 'colour', 'text', 'name'] as const;

function dress(element: HTMLElement, { kind, colour, text, name }: Mark): void {
  element.classList.add(styles.mark ?? '');
  element.dataset.kind = kind;
  element.style.setProperty('--mark-colour', `var(--varde-status-${colour})`);
  element.setAttribute('aria-label', name);
  const [inside] = element.children;
  if (inside) inside.textContent = text;
  setLabel(element, name);
}

function setLabel(element: HTMLElement, text: string): void {
  const [, beside] = element.children;
  if (beside && beside.textContent !== text) beside.textContent = text;
}

/** The names of alarms are always shown, and several of these may be at one place. */
function arrange(map: maplibre.Map, alarms: readonly Drawn[], moreText: (count: number) => string): void {
  const labels = labelRows(alarms.map(({ mark, marker }) => ({ key: mark.key, ...at(map, marker) })));
  for (const { mark, marker } of alarms) {
    const { lift, more } = labels.get(mark.key) ?? { lift: 0, more: 0 };
    const element = marker.getElement();
    element.style.setProperty('--label-lift', `${lift}px`);
    element.toggleAttribute('data-unlabelled', !labels.has(mark.key));
    setLabel(element, more > 0 ? `${mark.name} ${moreText(more)}` : mark.name);
  }
}

const at = (map: maplibre.Map, marker: maplibre.Marker): { x: number; y: number } => {
  const { x, y } = map.project(marker.getLngLat());
  return { x, y };
};

/** Marks at the edge are there before the map is moved to them. */
const margin = 0.2;
const mercatorEnd = 85;

function viewOf(map: maplibre.Map): View {
  const bounds = map.getBounds();
  const [west, east] = [bounds.getWest(), bounds.getEast()];
  const [south, north] = [bounds.getSouth(), bounds.getNorth()];
  const [wide, high] = [(east - west) * margin, (north - south) * margin];
  const isWhole = east - west + 2 * wide >= 360;
  return {
    west: isWhole ? -180 : wrapped(west - wide),
    east: isWhole ? 180 : wrapped(east + wide),
    south: Math.max(south - high, -mercatorEnd),
    north: Math.min(north + high, mercatorEnd),
    zoom: Math.floor(map.getZoom()),
  };
}

/** The longitude between -180 and 180: the map goes round the world. */
const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;
