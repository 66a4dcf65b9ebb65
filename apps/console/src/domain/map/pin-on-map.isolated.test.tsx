import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../../testing/render-part.tsx';
import { PinOnMap } from './pin-on-map.tsx';

type At = [number, number];
/** The calls to the map. */
const drawn = vi.hoisted(() => ({
  options: {} as { center?: unknown; zoom?: unknown; maxZoom?: unknown },
  handlers: new Map<string, (event: object) => void>(),
  jumps: [] as object[],
  marker: {
    draggable: false as boolean | undefined,
    at: null as At | null,
    dragged: () => undefined as unknown,
  },
}));

/** The library as far as a pin needs it: jsdom cannot draw maps. A degree is a thousand pixels. */
vi.mock('maplibre-gl', () => {
  class FakeMap {
    constructor(options: object) {
      drawn.options = options;
    }
    on(event: string, handler: (event: object) => void) {
      drawn.handlers.set(event, handler);
    }
    addControl() {}
    project({ lng, lat }: { lng: number; lat: number }) {
      return { x: lng * 1000, y: -lat * 1000 };
    }
    unproject([x, y]: At) {
      return { lng: x / 1000, lat: -y / 1000 };
    }
    getBounds() {
      return { contains: ([lng]: At) => lng < 10 };
    }
    jumpTo(to: object) {
      drawn.jumps.push(to);
    }
    remove() {}
  }
  class Marker {
    #element: HTMLElement;
    constructor({ element, draggable }: { element: HTMLElement; draggable?: boolean }) {
      this.#element = element;
      drawn.marker.draggable = draggable;
    }
    on(_event: string, handler: () => void) {
      drawn.marker.dragged = handler;
    }
    setLngLat(at: At) {
      drawn.marker.at = at;
      return this;
    }
    getElement() {
      return this.#element;
    }
    getLngLat() {
      const [lng, lat] = drawn.marker.at ?? [0, 0];
      return { lng, lat };
    }
    addTo() {
      document.body.append(this.#element);
      return this;
    }
  }
  return {
    ...{ Map: FakeMap, Marker, setWorkerUrl: () => undefined, addProtocol: () => undefined },
    ...{ NavigationControl: class {}, ScaleControl: class {} },
  };
});

const onMoved = vi.fn<(pin: { lat: number; lng: number }) => void>();
beforeEach(() => {
  document.body.replaceChildren();
  onMoved.mockReset();
  drawn.jumps.splice(0);
  drawn.marker.at = null;
  vi.stubGlobal('fetch', async () => Response.json({ tilesUrl: null, tilesAttribution: null, demoLogins: null }));
});

const home = { lat: 62.4719, lng: 6.1536 };
async function show(pin: typeof home | null, moved: typeof onMoved | null = onMoved, near: typeof home | null = null) {
  drawn.options = {};
  drawn.handlers.clear();
  const view = renderPart(<PinOnMap label="Kart" markerLabel="Stedet" pin={pin} near={near} onMoved={moved} />);
  await vi.waitFor(() => expect(drawn.options.maxZoom).toBeDefined());
  return view;
}
const marker = () => document.querySelector<HTMLElement>('[aria-label="Stedet"]');

it('[D9.001 D9.002 D9.004] begins at zoom 4 over southern Norway without a place, and at zoom 18 with one, which is the nearest', async () => {
  await show(null);
  expect(drawn.options).toMatchObject({ center: [10.53775, 62.91776], zoom: 4, maxZoom: 18 });
  expect(marker()).toBeNull();
  await show(home);
  expect(drawn.options).toMatchObject({ center: [6.1536, 62.4719], zoom: 18, maxZoom: 18 });
  expect(drawn.marker.at).toEqual([6.1536, 62.4719]);
});

it('begins where the device is as long as there is no place, and puts no marker there', async () => {
  await show(null, onMoved, home);
  expect(drawn.options).toMatchObject({ center: [6.1536, 62.4719], zoom: 16 });
  expect(marker()).toBeNull();
});

const lose = () => act(() => drawn.handlers.get('webglcontextlost')?.({}));

it('is opened anew, with its marker, when the browser has lost its drawing', async () => {
  const { container } = await show(home);
  drawn.options = {};
  drawn.marker.at = null;
  lose();
  expect(drawn.options).toMatchObject({ center: [6.1536, 62.4719], zoom: 18 });
  expect(drawn.marker.at).toEqual([6.1536, 62.4719]);
  expect(container.textContent).not.toContain('Nettleseren kan ikke vise kartet');
});

it('says so when the drawing is lost again at once, and is opened anew at the press of a button', async () => {
  await show(home);
  lose();
  drawn.options = {};
  lose();
  expect(screen.getByRole('status').textContent).toContain('Nettleseren kan ikke vise kartet');
  expect(drawn.options).toEqual({});
  fireEvent.click(screen.getByRole('button', { name: 'Prøv igjen' }));
  expect(drawn.options).toMatchObject({ center: [6.1536, 62.4719], zoom: 18 });
  expect(screen.queryByText(/Nettleseren kan ikke vise kartet/)).toBeNull();
});

it('[D7.102] the marker is dragged, placed with a press on the map, and moved by the arrow keys', async () => {
  await show(home);
  expect(drawn.marker.draggable).toBe(true);
  drawn.marker.at = [6.2, 62.5];
  drawn.marker.dragged();
  expect(onMoved).toHaveBeenLastCalledWith({ lat: 62.5, lng: 6.2 });
  drawn.handlers.get('click')?.({ lngLat: { lat: 62.6, lng: 6.3 } });
  expect(onMoved).toHaveBeenLastCalledWith({ lat: 62.6, lng: 6.3 });
  const moves = [
    ['ArrowUp', false, 62.61, 6.3],
    ['ArrowRight', false, 62.61, 6.31],
    ['ArrowDown', true, 62.51, 6.31],
    ['ArrowLeft', true, 62.51, 6.21],
  ] as const;
  for (const [key, shiftKey, lat, lng] of moves) {
    const element = marker();
    if (element === null) throw new Error('there is no marker');
    fireEvent.keyDown(element, { key, shiftKey });
    const [moved] = onMoved.mock.lastCall ?? [];
    expect(moved?.lat, key).toBeCloseTo(lat, 6);
    expect(moved?.lng, key).toBeCloseTo(lng, 6);
  }
  onMoved.mockReset();
  const onMap = vi.fn();
  document.body.addEventListener('click', onMap);
  fireEvent.click(marker() ?? document.body);
  document.body.removeEventListener('click', onMap);
  expect(onMap).not.toHaveBeenCalled();
  fireEvent.keyDown(marker() ?? document.body, { key: 'Tab' });
  expect(onMoved).not.toHaveBeenCalled();
});

it('a place that is typed moves the marker, and the view where it is the first or out of sight', async () => {
  let to: (pin: typeof home) => void = () => undefined;
  function Typed() {
    const [pin, setPin] = useState<typeof home | null>(null);
    to = (next) => act(() => setPin(next));
    return <PinOnMap label="Kart" markerLabel="Stedet" pin={pin} near={null} onMoved={onMoved} />;
  }
  drawn.options = {};
  renderPart(<Typed />);
  await vi.waitFor(() => expect(drawn.options.maxZoom).toBeDefined());
  to(home);
  await vi.waitFor(() => expect(drawn.jumps).toEqual([{ center: [6.1536, 62.4719], zoom: 18 }]));
  to({ ...home, lng: 6.2 });
  expect(drawn.jumps).toHaveLength(1);
  to({ ...home, lng: 11 });
  await vi.waitFor(() => expect(drawn.jumps).toEqual([expect.anything(), { center: [11, 62.4719] }]));
  expect(onMoved).not.toHaveBeenCalled();
});

it('who may only look cannot move the marker', async () => {
  await show(home, null);
  expect(drawn.marker.draggable).toBe(false);
  expect(marker()?.tagName).toBe('DIV');
  expect(drawn.handlers.get('click')).toBeUndefined();
});
