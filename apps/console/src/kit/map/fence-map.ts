import * as maplibre from 'maplibre-gl';
import { TerraDraw, TerraDrawCircleMode, TerraDrawPolygonMode, ValidateNotSelfIntersecting } from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import { type BaseMapOptions, openBaseMap, setData, southernNorway } from './base-map.ts';
import { type DrawnShape, shapeOf } from './drawn-shape.ts';
import { addFenceLayers, boundsOfFences, type DrawnFence, fencesOf } from './fence-layers.ts';
import styles from './fence-map.module.css';
import { ShowAll } from './show-all.ts';
import { boundsOf } from './track.ts';

/** Specification 2, section 9. A fence is shown as near without streets. */
const view = { at: { ...southernNorway, zoom: 14 }, maxZoom: 18 };
const fitZoom = 16;

/** A place with its label. */
interface LabelledPlace {
  lat: number;
  lng: number;
  label: string;
}

export interface FenceMap {
  show: (fences: readonly DrawnFence[]) => void;
  /** Where the device is; null: unknown, or hidden. */
  showPlace: (place: LabelledPlace | null) => void;
  /** Moves the view to these fences, or to the device without any. */
  fit: (fences: readonly DrawnFence[]) => void;
  /** Begins a drawing, or ends it with `none`. */
  draw: (type: 'circle' | 'polygon' | 'none') => void;
  close: () => void;
}

type Options = Omit<BaseMapOptions, 'at' | 'maxZoom'> & { onDrawn: (shape: DrawnShape) => void };

/** A map on which fences are shown and drawn; null in a browser without WebGL. */
export function openFenceMap({ onDrawn, ...options }: Options): FenceMap | null {
  const map = openBaseMap({ ...options, ...view });
  if (map === null) return null;
  const marker = new maplibre.Marker({ element: markerElement() });
  let place: LabelledPlace | null = null;
  let shown: readonly DrawnFence[] = [];
  const fit = (fences: readonly DrawnFence[]) => {
    const point = place && { longitude: place.lng, latitude: place.lat };
    const bounds = boundsOfFences(fences) ?? boundsOf(point ? [point] : []);
    if (bounds) map.fitBounds(bounds, { maxZoom: fitZoom, padding: 50, animate: false });
  };
  map.addControl(new ShowAll(options.words, () => fit(shown)), 'top-right');
  const ready = new Promise<TerraDraw>((resolve) => {
    map.once('style.load', () => {
      addFenceLayers(map);
      resolve(startDrawing(map, onDrawn));
    });
  });
  return {
    show(fences) {
      shown = fences;
      void ready.then(() => setData(map, 'fences', fencesOf(fences)));
    },
    showPlace(next) {
      place = next;
      marker.remove();
      if (next === null) return;
      marker.getElement().setAttribute('aria-label', next.label);
      marker.getElement().title = next.label;
      marker.setLngLat([next.lng, next.lat]).addTo(map);
    },
    fit,
    draw(type) {
      void ready.then((drawing) => {
        drawing.clear();
        drawing.setMode(type === 'none' ? 'static' : type);
      });
    },
    close: () => map.remove(),
  };
}

/** Finishing a drawing ends drawing: its shape goes to `onDrawn`, and is shown like every other fence. */
function startDrawing(map: maplibre.Map, onDrawn: Options['onDrawn']): TerraDraw {
  const drawing = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map }),
    modes: [
      new TerraDrawCircleMode(),
      new TerraDrawPolygonMode({
        validation: (feature, { updateType }) =>
          updateType === 'finish' ? ValidateNotSelfIntersecting(feature) : { valid: true },
      }),
    ],
  });
  drawing.start();
  drawing.on('finish', (id) => {
    const feature = drawing.getSnapshot().find((each) => each.id === id);
    const shape = feature && shapeOf(feature);
    drawing.clear();
    drawing.setMode('static');
    if (shape) onDrawn(shape);
  });
  return drawing;
}

function markerElement(): HTMLElement {
  const element = document.createElement('div');
  element.className = styles.place ?? '';
  element.setAttribute('role', 'img');
  return element;
}
