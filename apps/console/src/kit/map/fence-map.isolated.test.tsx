import { beforeEach, describe, expect, it, vi } from 'vitest';
import { circleRing } from './track.ts';

/** The calls to the map and to the drawing. */
const calls = vi.hoisted(() => ({
  options: {} as Record<string, unknown>,
  fitted: [] as [unknown, { maxZoom: number }][],
  layers: [] as { id: string; paint: Record<string, unknown> }[],
  data: new Map<string, { features: { properties: Record<string, unknown> }[] }>(),
  modes: [] as string[],
  controls: [] as HTMLElement[],
  drawn: [] as object[],
  finish: (_id: number) => {},
}));

vi.mock('maplibre-gl', () => {
  class GeoJSONSource {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
    setData(data: never) {
      calls.data.set(this.name, data);
    }
  }
  class FakeMap {
    constructor(options: Record<string, unknown>) {
      calls.options = options;
    }
    on() {}
    once(_: string, handler: () => void) {
      handler();
    }
    addControl(control: { onAdd?: () => HTMLElement }) {
      if (control.onAdd) calls.controls.push(control.onAdd());
    }
    addSource() {}
    addLayer(layer: never) {
      calls.layers.push(layer);
    }
    getSource(name: string) {
      return new GeoJSONSource(name);
    }
    fitBounds(bounds: unknown, options: { maxZoom: number }) {
      calls.fitted.push([bounds, options]);
    }
    remove() {}
  }
  class Marker {
    readonly element: HTMLElement;
    constructor({ element }: { element: HTMLElement }) {
      this.element = element;
    }
    getElement() {
      return this.element;
    }
    setLngLat() {
      return this;
    }
    addTo() {
      return this;
    }
    remove() {}
  }
  const setWorkerUrl = () => undefined;
  return {
    setWorkerUrl,
    addProtocol: () => undefined,
    GeoJSONSource,
    Map: FakeMap,
    Marker,
    NavigationControl: class {},
    ScaleControl: class {},
  };
});
vi.mock('terra-draw-maplibre-gl-adapter', () => ({ TerraDrawMapLibreGLAdapter: class {} }));
vi.mock('terra-draw', () => ({
  TerraDraw: class {
    start() {}
    on(_: string, handler: (id: number) => void) {
      calls.finish = handler;
    }
    setMode(mode: string) {
      calls.modes.push(mode);
    }
    clear() {
      calls.modes.push('cleared');
    }
    getSnapshot() {
      return calls.drawn;
    }
  },
  TerraDrawCircleMode: class {},
  TerraDrawPolygonMode: class {},
  ValidateNotSelfIntersecting: () => ({ valid: true }),
}));

const { openFenceMap } = await import('./fence-map.ts');

const onDrawn = vi.fn();
function open() {
  const map = openFenceMap({
    ...{
      container: document.createElement('div'),
      scheme: 'light',
      tiles: null,
      language: 'no',
      words: { 'ShowAll.Text': 'Vis alle' },
    },
    onDrawn,
    onLost: vi.fn(),
  });
  if (map === null) throw new Error('no map');
  return map;
}
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  calls.fitted.splice(0);
  calls.layers.splice(0);
  calls.modes.splice(0);
  calls.controls.splice(0);
  onDrawn.mockReset();
});

const home = { id: 1, polygon: false, radius: 200, vertices: [{ lat: 60, lng: 10 }], enabled: true };

it('[D9.001 D9.002] begins over southern Norway at zoom 14, and its maximum zoom is 18', () => {
  open();
  expect(calls.options).toMatchObject({ center: [10.53775, 62.91776], zoom: 14, maxZoom: 18 });
});

it('[D9.003] fits to a single point, which is the device, at most at zoom 16', () => {
  const map = open();
  map.showPlace({ lat: 60, lng: 10, label: 'Rom 101' });
  map.fit([]);
  expect(calls.fitted).toEqual([[[10, 60, 10, 60], expect.objectContaining({ maxZoom: 16 })]]);
});

it('shows all fences again at the press of "Vis alle"', () => {
  open().show([home, { ...home, id: 2, vertices: [{ lat: 61, lng: 11 }] }]);
  expect(calls.fitted).toEqual([]);
  calls.controls
    .flatMap((control) => control.querySelector('button') ?? [])
    .at(0)
    ?.click();
  const [[west, south, east, north] = []] = (calls.fitted[0] ?? []) as unknown as [number[]];
  expect([west, south].map((at) => Math.round(at ?? 0))).toEqual([10, 60]);
  expect([east, north].map((at) => Math.round(at ?? 0))).toEqual([11, 61]);
});

it('[D4.015] draws enabled fences green and the others grey', async () => {
  open().show([home, { ...home, id: 2, enabled: false }]);
  await vi.waitFor(() => expect(calls.data.get('fences')?.features).toHaveLength(2));
  for (const [layer, paint] of [
    ['fences', 'fill-color'],
    ['fence-borders', 'line-color'],
  ] as const) {
    const colour = calls.layers.find(({ id }) => id === layer)?.paint[paint];
    const [, [, property] = [], green, grey] = colour as [string, string[], string, string];
    const features = calls.data.get('fences')?.features ?? [];
    expect(features.map(({ properties }) => (properties[property ?? ''] ? green : grey))).toEqual([
      '#2b8a3e',
      '#868e96',
    ]);
  }
});

describe('a drawing', () => {
  const finished = (ring: number[][], properties: object) => {
    calls.drawn = [{ id: 5, geometry: { type: 'Polygon', coordinates: [ring] }, properties }];
    calls.finish(5);
  };

  it('begins in the mode of its type, and ends with none', async () => {
    const map = open();
    map.draw('circle');
    map.draw('polygon');
    map.draw('none');
    await vi.waitFor(() =>
      expect(calls.modes.filter((mode) => mode !== 'cleared')).toEqual(['circle', 'polygon', 'static']),
    );
  });

  it('[D4.013] that is finished leaves the map, and disables further drawing', async () => {
    open();
    await vi.waitFor(() => expect(calls.layers).not.toEqual([]));
    finished(
      [
        [10, 60],
        [10.1, 60],
        [10.1, 60.1],
        [10, 60],
      ],
      {},
    );
    expect(calls.modes).toEqual(['cleared', 'static']);
    expect(onDrawn).toHaveBeenCalledWith({
      circle: false,
      vertices: [
        { lat: 60, lng: 10 },
        { lat: 60, lng: 10.1 },
        { lat: 60.1, lng: 10.1 },
      ],
    });
  });

  it('[D3.007 D9.005] of a circle stays one: a centre with five decimals, and a radius in metres', async () => {
    open();
    await vi.waitFor(() => expect(calls.layers).not.toEqual([]));
    finished(circleRing({ latitude: 59.9139004, longitude: 10.7522004 }, 321), { radiusKilometers: 0.3211 });
    expect(onDrawn).toHaveBeenCalledWith({
      circle: true,
      centre: { lat: 59.9139, lng: 10.7522 },
      radius: 321,
    });
  });
});
