import { act, fireEvent, screen } from '@testing-library/react';
import type { Position } from '@varde/contract/devices';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { DeviceMap } from './device-map.tsx';

interface Segment {
  properties: Record<string, unknown>;
  geometry: { type: string; coordinates: unknown };
}
/** The calls to the map. */
const drawn = vi.hoisted(() => ({
  options: {} as {
    style?: { layers: { id: string; layout?: object }[] };
    center?: unknown;
    zoom?: unknown;
    maxZoom?: unknown;
  },
  fitted: [] as [unknown, { maxZoom: number }][],
  layers: [] as { id: string; source: string; paint: Record<string, unknown> }[],
  data: new Map<string, { features: Segment[] }>(),
  handlers: new Map<string, (event: object) => void>(),
}));

/** Markers are in the document. */
const library = vi.hoisted(() => ({
  setWorkerUrl: () => undefined,
  addProtocol: () => undefined,
  NavigationControl: class {},
  ScaleControl: class {},
  Marker: class {
    #element: HTMLElement;
    constructor({ element }: { element: HTMLElement }) {
      this.#element = element;
    }
    on() {}
    setLngLat() {
      return this;
    }
    addTo() {
      document.body.append(this.#element);
      return this;
    }
    remove() {
      this.#element.remove();
    }
    getElement() {
      return this.#element;
    }
  },
}));

/** The library as far as the track needs it: jsdom cannot draw maps. */
vi.mock('maplibre-gl', () => {
  class GeoJSONSource {
    readonly name: string;
    constructor(name: string) {
      this.name = name;
    }
    setData(data: never) {
      drawn.data.set(this.name, data);
    }
  }
  class FakeMap {
    constructor(options: object) {
      drawn.options = options;
    }
    on(event: string, layer: string | ((event: object) => void), handler?: (event: object) => void) {
      if (typeof layer !== 'string') drawn.handlers.set(event, layer);
      else if (handler) drawn.handlers.set(`${event} ${layer}`, handler);
    }
    once(_: string, handler: () => void) {
      handler();
    }
    addControl(control: { onAdd?: () => HTMLElement }) {
      if (control.onAdd) document.body.append(control.onAdd());
    }
    addSource(name: string, { data }: { data: never }) {
      drawn.data.set(name, data);
    }
    addLayer(layer: never) {
      drawn.layers.push(layer);
    }
    getSource(name: string) {
      return new GeoJSONSource(name);
    }
    fitBounds(bounds: unknown, options: { maxZoom: number }) {
      drawn.fitted.push([bounds, options]);
    }
    remove() {}
  }
  return { ...library, GeoJSONSource, Map: FakeMap };
});

/** A tile server: with it there are streets. */
let tilesUrl: string | null;
const now = new Date(2026, 10, 20, 18, 49, 26).getTime();
const minute = 60_000;
const day = 24 * 60 * minute;
beforeEach(() => {
  tilesUrl = null;
  drawn.fitted.splice(0);
  drawn.layers.splice(0);
  vi.stubGlobal('fetch', async () => Response.json({ tilesUrl, tilesAttribution: null, demoLogins: null }));
  vi.spyOn(Date, 'now').mockReturnValue(now);
});

const position = (tranId: number, posTime: number): Position => ({
  tranId,
  metyId: 5,
  posTime,
  posLati: 62,
  posLong: 6,
  posType: 0,
  sat: null,
  hdop: null,
  accuracy: null,
});

async function show(positions: readonly Position[]) {
  const { unmount } = renderPart(
    <DeviceMap label="Kart" deviceName="Rom 101" positions={positions} colour="clear" icon="clear" />,
  );
  await vi.waitFor(() => expect(document.querySelectorAll('[role=img][title]')).toHaveLength(positions.length));
  return () => {
    unmount();
    document.body.replaceChildren();
  };
}

/** The labels beside the markers, newest first. */
async function labelsOf(times: readonly number[]) {
  const close = await show(times.map((time, index) => position(index + 1, time)));
  const markers = [...document.querySelectorAll('[role=img][title]')].reverse();
  close();
  expect(markers.map(({ className }) => /newest/.test(className))).toEqual(times.map((_, index) => index === 0));
  return markers.map(({ textContent }) => textContent);
}

it('names the device at the newest position, and labels each with its time [D4.085 D4.087]', async () => {
  expect(await labelsOf([now - minute, now - 2 * minute])).toEqual(['Rom 101 · fre. 18:48', 'fre. 18:47']);
});

it('shows weekday and time beside a marker for five days, and DD.MM HH:mm when it is older [D9.040]', async () => {
  expect(await labelsOf([now, now - 5 * day, now - 5 * day - 1, now - 6 * day])).toEqual([
    'Rom 101 · fre. 18:49',
    'søn. 18:49',
    '15.11 18:49',
    '14.11 18:49',
  ]);
});

it('[D5.067] has names in the language of the console, Norwegian first', async () => {
  (await show([]))();
  const { layers } = drawn.options.style ?? { layers: [] };
  const towns = layers.find(({ id }) => id === 'ground-places_locality');
  expect(JSON.stringify(towns?.layout)).toContain('["coalesce",["get","name:no"]');
});

it('begins over southern Norway at zoom 4, and its maximum zoom is 20 [D9.036 D9.038]', async () => {
  (await show([]))();
  expect(drawn.options).toMatchObject({ center: [10.53775, 62.91776], zoom: 4, maxZoom: 20 });
  expect(drawn.fitted).toEqual([]);
});

it('shows all positions, at most at zoom 16 with streets; closer by hand [D4.093]', async () => {
  tilesUrl = 'https://tiles.example/{z}/{x}/{y}.png';
  const close = await show([
    { ...position(2, now), posLati: 63, posLong: 5 },
    { ...position(1, now), posLati: 62, posLong: 6 },
  ]);
  expect(drawn.fitted).toEqual([[[5, 62, 6, 63], expect.objectContaining({ maxZoom: 16 })]]);
  expect(drawn.options.maxZoom).toBe(20);
  close();
});

it('draws the path between the positions, and a circle of the accuracy while the pointer is on it [D4.090 D4.092]', async () => {
  const close = await show([
    { ...position(2, now), posLong: 6.1, accuracy: 50 },
    { ...position(1, now), posLong: 6 },
  ]);
  const lines = () => drawn.data.get('path')?.features.map(({ geometry }) => geometry);
  await vi.waitFor(() =>
    expect(lines()).toEqual([
      {
        type: 'LineString',
        coordinates: [
          [6, 62],
          [6.1, 62],
        ],
      },
    ]),
  );
  expect(drawn.layers.filter(({ source }) => source === 'path').map(({ id }) => id)).toContain('path');
  const circles = () => drawn.data.get('accuracy')?.features.map(({ geometry }) => geometry.type);
  expect(circles()).toEqual([]);
  const [segment] = drawn.data.get('path')?.features ?? [];
  drawn.handlers.get('mousemove path')?.({ features: [segment] });
  expect(circles()).toEqual(['Polygon']);
  drawn.handlers.get('mouseleave path')?.({});
  expect(circles()).toEqual([]);
  close();
});

it('draws the enabled fences of the device green, and the others grey [D4.094]', async () => {
  const fence = { polygon: false, radius: 100, vertices: [{ lat: 62, lng: 6 }] };
  const fences = [
    { ...fence, id: 1, enabled: true },
    { ...fence, id: 2, enabled: false },
  ];
  const { unmount } = renderPart(
    <DeviceMap
      {...{ label: 'Kart', deviceName: 'Rom 101', positions: [], colour: 'clear', icon: 'clear' }}
      fences={{ drawn: fences, editable: [], onMoved: vi.fn(), onPressed: vi.fn() }}
    />,
  );
  await vi.waitFor(() => expect(drawn.data.get('fences')?.features).toHaveLength(2));
  const fill = drawn.layers.find(({ id }) => id === 'fences')?.paint['fill-color'];
  const [, [, property] = [], green, grey] = fill as [string, string[], string, string];
  const colours = drawn.data
    .get('fences')
    ?.features.map(({ properties }) => (properties[property ?? ''] === true ? green : grey));
  expect(colours).toEqual(['#2b8a3e', '#868e96']);
  unmount();
});

it('[D4.095] moves to a fence that is edited, and does not leave it for a new position until that ends', async () => {
  tilesUrl = 'https://tiles.example/{z}/{x}/{y}.png';
  const vertices = [
    { lat: 61, lng: 179.9 },
    { lat: 61, lng: -179.9 },
    { lat: 62, lng: -179.9 },
  ];
  const fence = { id: 1, enabled: true, polygon: true, radius: 0, vertices, handleNames: ['1', '2', '3'] };
  const fences = (isEdited: boolean) => ({
    ...{ drawn: [fence], editable: isEdited ? [fence] : [], onMoved: vi.fn(), onPressed: vi.fn() },
  });
  let change: (shown: { isEdited: boolean; positions: readonly Position[] }) => void = () => undefined;
  function Changing() {
    const [{ isEdited, positions }, setShown] = useState<Parameters<typeof change>[0]>({
      isEdited: false,
      positions: [position(1, now)],
    });
    change = (next) => act(() => setShown(next));
    const shown = { label: 'Kart', deviceName: 'Rom 101', colour: 'clear', icon: 'clear' as const };
    return <DeviceMap {...shown} positions={positions} fences={fences(isEdited)} />;
  }
  const { unmount } = renderPart(<Changing />);
  await vi.waitFor(() => expect(drawn.fitted).toHaveLength(1));
  change({ isEdited: true, positions: [position(1, now)] });
  expect(drawn.fitted[1]?.[0]).toEqual([179.9, 61, 180.1, 62]);
  change({ isEdited: true, positions: [position(2, now)] });
  expect(drawn.fitted).toHaveLength(2);
  change({ isEdited: false, positions: [position(2, now)] });
  change({ isEdited: false, positions: [position(3, now)] });
  expect(drawn.fitted).toHaveLength(3);
  unmount();
  document.body.replaceChildren();
});

it('follows new positions until the user has moved it, by the keys as by the pointer, and again after "Vis alle"', async () => {
  let change: (positions: readonly Position[]) => void = () => undefined;
  function Changing() {
    const [positions, setPositions] = useState<readonly Position[]>([position(1, now)]);
    change = (next) => act(() => setPositions(next));
    return <DeviceMap label="Kart" deviceName="Rom 101" positions={positions} colour="clear" icon="clear" />;
  }
  const { unmount } = renderPart(<Changing />);
  await vi.waitFor(() => expect(drawn.fitted).toHaveLength(1));
  drawn.handlers.get('movestart')?.({});
  change([position(2, now)]);
  expect(drawn.fitted).toHaveLength(2);
  drawn.handlers.get('movestart')?.({ originalEvent: new KeyboardEvent('keydown', { key: 'ArrowLeft' }) });
  change([position(3, now)]);
  expect(drawn.fitted).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Vis alle' }));
  expect(drawn.fitted).toHaveLength(3);
  change([position(4, now)]);
  expect(drawn.fitted).toHaveLength(4);
  unmount();
  document.body.replaceChildren();
});

it('colours a segment of the path black where both its ends are GPS, and orange elsewhere [D4.091]', async () => {
  const close = await show([position(1, now), position(2, now), { ...position(3, now), posType: 1 }]);
  await vi.waitFor(() => expect(drawn.data.get('path')?.features).toHaveLength(2));
  const line = drawn.layers.find(({ id }) => id === 'path')?.paint['line-color'];
  const [, [, property] = [], black, orange] = line as [string, string[], string, string];
  const colours = drawn.data
    .get('path')
    ?.features.map(({ properties }) => (properties[property ?? ''] === true ? black : orange));
  expect(colours).toEqual(['#111111', '#e07800']);
  close();
});

const markers = () => [...document.querySelectorAll<HTMLElement>('[role=img][title]')];

it('[D4.086] has a window with satellites and HDOP at the newest position alone', async () => {
  const close = await show([
    { ...position(2, now), sat: 9, hdop: 1.25 },
    { ...position(1, now), sat: 7, hdop: 2 },
  ]);
  expect(markers().map((marker) => marker.querySelector('small')?.textContent)).toEqual([
    undefined,
    'SAT 9 · HDOP 1,3',
  ]);
  close();
  const without = await show([position(3, now)]);
  expect(markers()[0]?.querySelector('small')).toBeNull();
  without();
});

it('[D4.084 D4.088] draws its markers again only for other positions, and gives the newest another icon without that', async () => {
  let change: (shown: { positions: readonly Position[]; icon: 'clear' | 'alarm' }) => void = () => undefined;
  function Changing() {
    const [shown, setShown] = useState<Parameters<typeof change>[0]>({
      positions: [position(2, now), position(1, now)],
      icon: 'clear',
    });
    change = setShown;
    return <DeviceMap label="Kart" deviceName="Rom 101" colour="clear" {...shown} />;
  }
  const { unmount } = renderPart(<Changing />);
  await vi.waitFor(() => expect(markers()).toHaveLength(2));
  const before = markers();
  act(() => change({ positions: [position(2, now), position(1, now)], icon: 'alarm' }));
  expect(markers()[1]?.dataset.icon).toBe('alarm');
  expect(markers().every((marker, index) => marker === before[index])).toBe(true);
  act(() => change({ positions: [position(3, now), position(2, now)], icon: 'alarm' }));
  expect(markers().some((marker) => before.includes(marker))).toBe(false);
  unmount();
  document.body.replaceChildren();
});

it('[D4.089] marks an older position by the pointer of an alarm where its message was one, and else by the normal one', async () => {
  const close = await show([
    position(4, now),
    { ...position(3, now - minute), metyId: 1 },
    { ...position(2, now - 2 * minute), metyId: 3 },
    position(1, now - 3 * minute),
  ]);
  // The newest is drawn last, over the others.
  expect(markers().map(({ dataset }) => dataset.icon)).toEqual(['normal', 'normal', 'alarm', 'clear']);
  close();
});

it('[D9.037] is at zoom 16 where there is a first position', async () => {
  tilesUrl = 'https://tiles.example/{z}/{x}/{y}.png';
  const close = await show([position(1, now)]);
  expect(drawn.fitted).toEqual([[[6, 62, 6, 62], expect.objectContaining({ maxZoom: 16 })]]);
  close();
});

it('brings out the marker of the position that is pointed at, with its accuracy, and says on which the pointer is', async () => {
  const onPoint = vi.fn();
  const onPress = vi.fn();
  let point: (id: number | null) => void = () => undefined;
  const positions = [position(2, now), { ...position(1, now - minute), accuracy: 40 }];
  function Pointed() {
    const [pointed, setPointed] = useState<number | null>(null);
    point = setPointed;
    return (
      <DeviceMap
        label="Kart"
        deviceName="Rom 101"
        colour="clear"
        icon="clear"
        {...{ positions, pointed, onPoint, onPress }}
      />
    );
  }
  const { unmount } = renderPart(<Pointed />);
  await vi.waitFor(() => expect(markers()).toHaveLength(2));
  const broughtOut = () => markers().map((marker) => marker.hasAttribute('data-pointed'));
  const circles = () => drawn.data.get('accuracy')?.features.length;
  expect(broughtOut()).toEqual([false, false]);
  act(() => point(1));
  expect(broughtOut()).toEqual([true, false]);
  await vi.waitFor(() => expect(circles()).toBe(1));
  act(() => point(null));
  expect(broughtOut()).toEqual([false, false]);
  await vi.waitFor(() => expect(circles()).toBe(0));
  const [older] = markers();
  fireEvent.pointerEnter(older ?? document.body); // a marker that has come under the pointer
  expect(onPoint).not.toHaveBeenCalled();
  fireEvent.pointerMove(older ?? document.body);
  fireEvent.pointerMove(older ?? document.body);
  fireEvent.pointerLeave(older ?? document.body);
  const onMap = vi.fn();
  document.body.addEventListener('click', onMap);
  fireEvent.click(older ?? document.body);
  document.body.removeEventListener('click', onMap);
  // The map would take it for a press on a fence that the position is in.
  expect(onMap).not.toHaveBeenCalled();
  expect(onPoint.mock.calls).toEqual([[1], [null]]);
  expect(onPress.mock.calls).toEqual([[1]]);
  unmount();
  document.body.replaceChildren();
});

it('nothing is pointed at any more once new markers take the place of that under the pointer', async () => {
  const onPoint = vi.fn();
  const shown = (tranIds: number[]) => (
    <DeviceMap
      {...{ label: 'Kart', deviceName: 'Rom 101', colour: 'clear', icon: 'clear', onPoint }}
      positions={tranIds.map((tranId) => position(tranId, now - tranId))}
    />
  );
  let show: (tranIds: number[]) => void = () => undefined;
  function Changing() {
    const [tranIds, setTranIds] = useState([1]);
    show = (next) => act(() => setTranIds(next));
    return shown(tranIds);
  }
  const { unmount } = renderPart(<Changing />);
  await vi.waitFor(() => expect(markers()).toHaveLength(1));
  fireEvent.pointerMove(markers()[0] ?? document.body);
  show([2, 1]);
  await vi.waitFor(() => expect(markers()).toHaveLength(2));
  expect(onPoint.mock.calls).toEqual([[1], [null]]);
  unmount();
  document.body.replaceChildren();
});
