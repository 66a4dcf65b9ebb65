import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mapStyle, type Tiles } from './map-style.ts';

beforeEach(() => {
  vi.stubGlobal('location', { href: 'https://varde.example/#/map', origin: 'https://varde.example' });
});

const font = 'system-ui, "Segoe UI", sans-serif';
const styleOf = (tiles: Tiles | null, language = 'no', scheme: 'light' | 'dark' = 'light') =>
  mapStyle({ scheme, tiles, language, font });
const archive = { url: '/ajax/map.pmtiles', attribution: null };
const pictures = { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: '© Kartverket' };

describe('the style of a map', () => {
  it.each([
    ['without tiles', null],
    ['with a map file', archive],
    ['with pictures', pictures],
    ['with vector tiles', { ...pictures, url: 'https://tiles.example/{z}/{x}/{y}.mvt?key=1' }],
  ] as const)('is one that MapLibre draws, %s, in both schemes', (_what, tiles) => {
    for (const scheme of ['light', 'dark'] as const) expect(validateStyleMin(styleOf(tiles, 'no', scheme))).toEqual([]);
  });

  it('asks nobody but Varde without a tile server', () => {
    for (const tiles of [null, archive]) {
      const { sources, sprite, glyphs } = styleOf(tiles);
      expect([sprite, glyphs]).toEqual([undefined, undefined]);
      for (const source of Object.values(sources)) {
        const urls = 'tiles' in source ? source.tiles : 'url' in source ? [source.url] : [];
        expect(urls).toEqual([expect.stringMatching(/^pmtiles:\/\/https:\/\/varde\.example\//)]);
      }
    }
  });

  it('knows pictures, vector tiles and archives by their address, with the attribution of the server', () => {
    expect(styleOf(pictures).sources.detail).toEqual({
      ...{ type: 'raster', tiles: [`tile://${pictures.url}`], tileSize: 256, attribution: '© Kartverket' },
    });
    expect(styleOf({ url: '/ajax/map/tiles/nb/{z}/{x}/{y}', attribution: null }).sources.detail).toEqual({
      ...{ type: 'raster', tiles: ['tile://https://varde.example/ajax/map/tiles/nb/{z}/{x}/{y}'], tileSize: 256 },
    });
    for (const end of ['.mvt', '.pbf', '.mvt?key=1', '.pbf#x'])
      expect(styleOf({ ...pictures, url: `https://t.example/{z}/{x}/{y}${end}` }).sources.detail).toMatchObject({
        type: 'vector',
        attribution: '© Kartverket',
      });
    expect(styleOf(archive).sources.detail).toEqual({
      ...{ type: 'vector', url: 'pmtiles://https://varde.example/ajax/map.pmtiles' },
    });
    expect(styleOf(null).sources.detail).toBeUndefined();
  });

  it('has names in the language of the map, in the fonts of the console, and no pictures', () => {
    for (const language of ['no', 'sv', 'en']) {
      const symbols = styleOf(archive, language).layers.filter(({ type }) => type === 'symbol');
      expect(symbols.length).toBeGreaterThan(10);
      const layouts = symbols.map(({ layout = {} }) => layout as Record<string, unknown>);
      const places = JSON.stringify(layouts.filter((layout) => JSON.stringify(layout).includes('population_rank')));
      expect(places).toContain(`name:${language}`);
      for (const layout of layouts) {
        expect(Object.keys(layout).filter((name) => name.startsWith('icon-'))).toEqual([]);
        expect(layout['text-field']).toBeDefined();
        expect(JSON.stringify(layout['text-font'])).toContain('Segoe UI');
      }
    }
  });

  it('shows the names of the bundled map, but not under those of detailed vector tiles', () => {
    const isShown = (tiles: Tiles | null) =>
      styleOf(tiles)
        .layers.filter(({ id, type }) => id.startsWith('ground-') && type === 'symbol')
        .map(({ layout }) => layout?.visibility !== 'none');
    expect([isShown(null), isShown(pictures), isShown(archive)]).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
  });
});
