import * as maplibre from 'maplibre-gl';
import styles from './fence-handles.module.css';
import type { DrawnFence, FenceShape } from './fence-layers.ts';
import { moveByKeys } from './move-by-keys.ts';
import { circleRing } from './track.ts';

/** A fence whose border can be moved. */
export interface EditableFence extends DrawnFence {
  /** The names of its handles: of the corners in their order, or of the centre and the border of a circle. */
  handleNames: readonly string[];
}

type Moved = (id: number, shape: FenceShape) => void;

/**
 * The handles of fences: the corners of a polygon, or the centre of a circle and the easternmost point of its border. They
 * are dragged, or moved by the arrow keys. Returns what shows those of other fences.
 */
export function fenceHandles(map: maplibre.Map, onMoved: Moved): (fences: readonly EditableFence[]) => void {
  const shown = new Map<string, Handle>();
  return (fences) => {
    const wanted = new Map(
      fences.flatMap((fence) => placesOf(fence).map((at, index) => [`${fence.id}-${index}`, { fence, at, index }])),
    );
    for (const [key, { marker }] of shown) {
      if (wanted.has(key)) continue;
      marker.remove();
      shown.delete(key);
    }
    for (const [key, { fence, at, index }] of wanted) {
      const known = shown.get(key);
      const handle = known ?? newHandle(map, index, onMoved);
      handle.fence = fence;
      handle.marker.getElement().setAttribute('aria-label', fence.handleNames[index] ?? '');
      handle.marker.getElement().title = fence.handleNames[index] ?? '';
      handle.marker.setLngLat(at);
      // Once: adding it again would end a drag.
      if (known === undefined) handle.marker.addTo(map);
      shown.set(key, handle);
    }
  };
}

interface Handle {
  marker: maplibre.Marker;
  /** As it is now: its other handles may have moved it. */
  fence?: EditableFence;
}

function newHandle(map: maplibre.Map, index: number, onMoved: Moved): Handle {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = styles.handle ?? '';
  const handle: Handle = { marker: new maplibre.Marker({ element, draggable: true }) };
  const report = () => {
    if (handle.fence) onMoved(handle.fence.id, movedShape(handle.fence, index, handle.marker.getLngLat()));
  };
  handle.marker.on('drag', report);
  moveByKeys(map, handle.marker, report);
  // A press on a handle is none on the fence below it.
  element.addEventListener('click', (event) => event.stopPropagation());
  return handle;
}

function placesOf({ polygon, vertices, radius }: DrawnFence): [lng: number, lat: number][] {
  const [first] = vertices;
  if (first === undefined) return [];
  if (polygon) return vertices.map(({ lat, lng }) => [lng, lat]);
  const [east = [first.lng, first.lat]] = circleRing({ latitude: first.lat, longitude: first.lng }, radius);
  return [[first.lng, first.lat], east];
}

function movedShape({ polygon, vertices, radius }: DrawnFence, moved: number, to: maplibre.LngLat): FenceShape {
  const isBorder = !polygon && moved === 1;
  const [centre] = vertices;
  if (isBorder && centre)
    return { vertices, radius: Math.round(to.distanceTo(new maplibre.LngLat(centre.lng, centre.lat))) };
  const { lat, lng } = to.wrap();
  const at = { lat: rounded(lat), lng: rounded(lng) };
  return { vertices: vertices.map((vertex, index) => (index === moved ? at : vertex)), radius };
}

/** Coordinates have five decimals (specification 2, section 9). */
const rounded = (degrees: number): number => Number(degrees.toFixed(5));
