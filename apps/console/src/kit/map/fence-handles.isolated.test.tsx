import { fireEvent } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FenceShape } from './fence-layers.ts';

/** What a test does with a marker as the user's hand would. */
const markers = vi.hoisted(() => new Map<HTMLElement, { dragTo: (lng: number, lat: number) => void; at: number[] }>());

/** The library as far as handles need it: jsdom cannot draw maps. A degree is a thousand pixels. */
vi.mock('maplibre-gl', () => {
  class LngLat {
    readonly lng: number;
    readonly lat: number;
    constructor(lng: number, lat: number) {
      this.lng = lng;
      this.lat = lat;
    }
    wrap() {
      return new LngLat(((this.lng + 540) % 360) - 180, this.lat);
    }
    distanceTo(other: LngLat) {
      return Math.abs(this.lng - other.lng) * 55_000;
    }
  }
  class Marker {
    #element: HTMLElement;
    #at = new LngLat(0, 0);
    #drag = () => undefined as unknown;
    constructor({ element }: { element: HTMLElement }) {
      this.#element = element;
    }
    on(_event: string, handler: () => void) {
      this.#drag = handler;
    }
    setLngLat(at: [number, number] | LngLat) {
      this.#at = Array.isArray(at) ? new LngLat(at[0], at[1]) : at;
      return this;
    }
    getLngLat() {
      return this.#at;
    }
    getElement() {
      return this.#element;
    }
    addTo() {
      if (this.#element.isConnected) throw new Error('it was added, and is dragged perhaps');
      document.body.append(this.#element);
      const dragTo = (lng: number, lat: number) => {
        this.#at = new LngLat(lng, lat);
        this.#drag();
      };
      markers.set(this.#element, { dragTo, at: [this.#at.lng, this.#at.lat] });
      return this;
    }
    remove() {
      this.#element.remove();
    }
  }
  class FakeMap {
    project({ lng, lat }: LngLat) {
      return { x: lng * 1000, y: -lat * 1000 };
    }
    unproject([x, y]: [number, number]) {
      return new LngLat(x / 1000, -y / 1000);
    }
  }
  return { LngLat, Map: FakeMap, Marker };
});
const maplibre = await import('maplibre-gl');
const { fenceHandles } = await import('./fence-handles.ts');

const map = new maplibre.Map({ container: '', style: '' });
const onMoved = vi.fn<(id: number, shape: FenceShape) => void>();
beforeEach(() => {
  document.body.replaceChildren();
  onMoved.mockReset();
});

const circle = {
  ...{ id: 4, enabled: true, polygon: false, vertices: [{ lat: 60, lng: 10 }], radius: 200 },
  handleNames: ['Sentrum av Hjem', 'Grensen til Hjem'],
};
const square = {
  ...{ id: 5, enabled: true, polygon: true, radius: 0, handleNames: ['Hjørne 1', 'Hjørne 2', 'Hjørne 3'] },
  vertices: [
    { lat: 0, lng: 179.9 },
    { lat: 1, lng: 179.9 },
    { lat: 0, lng: -179.9 },
  ],
};
const names = () => [...document.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel);
const handle = (name: string) => {
  const element = [...document.querySelectorAll('button')].find((each) => each.getAttribute('aria-label') === name);
  const marker = element && markers.get(element);
  if (!element || !marker) throw new Error(`no handle ${name}`);
  return { element, ...marker };
};

describe('the handles of a fence on the map [D4.095]', () => {
  it('are those of the fences that are edited', () => {
    const show = fenceHandles(map, onMoved);
    show([circle, square]);
    expect(document.querySelectorAll('button')).toHaveLength(5);
    show([circle]);
    expect(document.querySelectorAll('button')).toHaveLength(2);
    expect(handle('Sentrum av Hjem').at).toEqual([10, 60]);
    show([]);
    expect(names()).toEqual([]);
  });

  it('move a circle with its radius, and its border without its centre', () => {
    fenceHandles(map, onMoved)([circle]);
    handle('Sentrum av Hjem').dragTo(10.1234567, 60.5);
    expect(onMoved).toHaveBeenLastCalledWith(4, { vertices: [{ lat: 60.5, lng: 10.12346 }], radius: 200 });
    handle('Grensen til Hjem').dragTo(10.01, 60);
    expect(onMoved).toHaveBeenLastCalledWith(4, { vertices: circle.vertices, radius: 550 });
  });

  it('move one corner of a polygon, of what the others have made of it, and across the date line', () => {
    const show = fenceHandles(map, onMoved);
    show([square]);
    handle('Hjørne 2').dragTo(180.2, 2);
    const moved = [square.vertices[0], { lat: 2, lng: -179.8 }, square.vertices[2]];
    expect(onMoved).toHaveBeenLastCalledWith(5, { vertices: moved, radius: 0 });
    show([
      {
        ...square,
        vertices: [
          { lat: 0, lng: 179.9 },
          { lat: 2, lng: -179.8 },
          { lat: 0, lng: -179.9 },
        ],
      },
    ]);
    handle('Hjørne 1').dragTo(179, -1);
    expect(onMoved).toHaveBeenLastCalledWith(5, { vertices: [{ lat: -1, lng: 179 }, ...moved.slice(1)], radius: 0 });
  });

  it('are buttons that the arrow keys move, with the shift key ten times as far', () => {
    fenceHandles(map, onMoved)([circle]);
    fireEvent.keyDown(handle('Sentrum av Hjem').element, { key: 'ArrowUp' });
    expect(onMoved.mock.lastCall?.[1].vertices).toEqual([{ lat: 60.01, lng: 10 }]);
    fireEvent.keyDown(handle('Sentrum av Hjem').element, { key: 'ArrowRight', shiftKey: true });
    expect(onMoved.mock.lastCall?.[1].vertices).toEqual([{ lat: 60.01, lng: 10.1 }]);
    onMoved.mockReset();
    fireEvent.keyDown(handle('Sentrum av Hjem').element, { key: 'Enter' });
    expect(onMoved).not.toHaveBeenCalled();
  });
});
