import { beforeEach, expect, it, vi } from 'vitest';
import type { Detail } from './missing-detail.ts';

vi.mock('maplibre-gl', () => ({
  VectorTileSource: class {},
  MercatorCoordinate: class {
    readonly x: number;
    readonly y: number;
    constructor(x: number, y: number) {
      Object.assign(this, { x, y });
      this.x = x;
      this.y = y;
    }
    toLngLat() {
      return { lng: this.x * 360 - 180, lat: 90 - this.y * 180 };
    }
  },
}));
const { VectorTileSource } = await import('maplibre-gl');
const { watchDetail } = await import('./missing-detail.ts');

/** A map of the whole world at zoom 1, of which less may be in view. */
function fakeMap() {
  let view = { zoom: 1, east: 170 };
  const handlers = new Map<string, (event: object) => void>();
  const setUrl = vi.fn<(url: string) => void>();
  const source = Object.assign(Object.create(VectorTileSource.prototype), { url: 'pmtiles://map', setUrl });
  const map = {
    on: (event: string, handler: (event: object) => void) => handlers.set(event, handler),
    getBounds: () => ({ getWest: () => -170, getEast: () => view.east, getSouth: () => -80, getNorth: () => 80 }),
    getSource: () => source,
    getZoom: () => view.zoom,
    refreshTiles: vi.fn(),
  };
  const said: Detail[] = [];
  watchDetail(map as never, (detail) => said.push(detail));
  const tile = (x: number, z = 1) => ({ tileID: { canonical: { z, x, y: 0 } } });
  return {
    ...{ map, setUrl, said },
    fails: (x?: number, sourceId = 'detail', z = 1) =>
      handlers.get('error')?.({ sourceId, ...(x === undefined ? {} : { tile: tile(x, z) }) }),
    comes: (x?: number) =>
      handlers.get('sourcedata')?.({
        sourceId: 'detail',
        ...(x === undefined ? { sourceDataType: 'metadata' } : { tile: tile(x) }),
      }),
    moves: (to: Partial<typeof view>) => {
      view = { ...view, ...to };
      handlers.get('moveend')?.({});
    },
    ends: () => handlers.get('remove')?.({}),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});

it('says that there is none while no tile has come, that some is missing once one has, and all when each has', () => {
  const { said, fails, comes } = fakeMap();
  fails(0);
  comes(1);
  fails(1);
  comes(0);
  comes(1);
  expect(said).toEqual(['none', 'some', 'all']);
});

it('is silent about the bundled map, and about what is not of tiles', () => {
  const { said, fails } = fakeMap();
  fails(0, 'ground');
  expect(said).toEqual([]);
});

it('forgets a missing tile when it is out of view, or of another zoom than the map', () => {
  const { said, fails, comes, moves } = fakeMap();
  comes(0);
  fails(1);
  moves({ east: -10 });
  fails(0);
  moves({ zoom: 1.9 }); // still in view, and still the tiles of zoom 1
  moves({ zoom: 2 });
  expect(said).toEqual(['some', 'all', 'some', 'all']);
});

it('asks again for what is missing after half a minute, and for a whole archive whose beginning did not come', () => {
  const { map, setUrl, said, fails, comes } = fakeMap();
  fails(0);
  fails(1);
  vi.advanceTimersByTime(29_000);
  expect(map.refreshTiles).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(map.refreshTiles.mock.calls).toEqual([['detail']]);
  comes(0);
  comes(1);
  fails();
  vi.advanceTimersByTime(30_000);
  expect(setUrl.mock.calls).toEqual([['pmtiles://map']]);
  comes();
  expect(said).toEqual(['none', 'some', 'all', 'none', 'all']);
});

it('does not miss the coarser tile that the library wanted in place of a missing one', () => {
  const { said, fails, comes } = fakeMap();
  comes(0);
  fails(0);
  fails(0, 'detail', 0);
  comes(0);
  expect(said).toEqual(['some', 'all']);
});

it('asks for nothing more once the map is gone', () => {
  const { map, fails, ends } = fakeMap();
  fails(0);
  ends();
  vi.advanceTimersByTime(60_000);
  expect(map.refreshTiles).not.toHaveBeenCalled();
});
