import * as maplibre from 'maplibre-gl';
import { type BaseMapOptions, openBaseMap } from './base-map.ts';
import styles from './fleet-map.module.css';

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
}

export interface FleetMap {
  /** Draws these marks. One that has moved is moved, one that is the same is not touched. */
  show: (marks: readonly Mark[]) => void;
  /** Moves a mark that is drawn, and touches no other. */
  move: (key: string, latitude: number, longitude: number) => void;
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
  map.on('moveend', () => {
    const { lat, lng } = map.getCenter();
    onMoved({ lat, lng, zoom: map.getZoom() });
    listener?.onView(viewOf(map));
  });

  function add(mark: Mark): void {
    const element = document.createElement('button');
    element.type = 'button';
    // The keyboard has them in the list beside the map.
    element.tabIndex = -1;
    element.append(document.createElement('span'), document.createElement('small'));
    element.addEventListener('click', (event) => {
      event.stopPropagation();
      listener?.onOpen(mark.key);
    });
    dress(element, mark);
    const marker = new maplibre.Marker({ element, anchor: 'center' });
    shown.set(mark.key, { mark, marker: marker.setLngLat([mark.longitude, mark.latitude]).addTo(map as maplibre.Map) });
  }

  return {
    show(marks) {
      const keys = new Set(marks.map(({ key }) => key));
      for (const [key, { marker }] of shown) {
        if (keys.has(key)) continue;
        marker.remove();
        shown.delete(key);
      }
      for (const mark of marks) {
        const drawn = shown.get(mark.key);
        if (drawn === undefined) {
          add(mark);
          continue;
        }
        const { mark: before, marker } = drawn;
        if (before.latitude !== mark.latitude || before.longitude !== mark.longitude)
          marker.setLngLat([mark.longitude, mark.latitude]);
        if (looks.some((look) => before[look] !== mark[look])) dress(marker.getElement(), mark);
        drawn.mark = mark;
      }
    },
    move(key, latitude, longitude) {
      const drawn = shown.get(key);
      if (drawn === undefined) return;
      if (drawn.mark.latitude === latitude && drawn.mark.longitude === longitude) return;
      drawn.mark = { ...drawn.mark, latitude, longitude };
      drawn.marker.setLngLat([longitude, latitude]);
    },
    fit({ west, south, east, north }, closely = false) {
      const eastOfWest = east < west ? east + 360 : east;
      const usual = options.tiles ? fitMaxZoom.tiles : fitMaxZoom.coastline;
      map.fitBounds([west, south, eastOfWest, north], {
        maxZoom: closely ? maxZoom : usual,
        padding: 60,
        animate: false,
      });
    },
    listen(next) {
      listener = next;
    },
    close: () => map.remove(),
  };
}

const looks = ['kind', 'colour', 'text', 'name'] as const;

function dress(element: HTMLElement, { kind, colour, text, name }: Mark): void {
  element.classList.add(styles.mark ?? '');
  element.dataset.kind = kind;
  element.style.setProperty('--mark-colour', `var(--varde-status-${colour})`);
  element.setAttribute('aria-label', name);
  const [inside, beside] = element.children;
  if (inside) inside.textContent = text;
  if (beside) beside.textContent = name;
}

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
