import { createHash } from 'node:crypto';
import { PMTiles, zxyToTileId } from 'pmtiles';
import { describe, expect, it } from 'vitest';
import { type MapTile, writeArchive } from './pmtiles-writer.ts';

const bounds = [-26, 53, 34, 81] as const;
const write = (tiles: readonly MapTile[]) =>
  writeArchive(tiles, { bounds, metadata: { attribution: '© OpenStreetMap' }, tileId: zxyToTileId });

function open(archive: Buffer): PMTiles {
  const getBytes = async (offset: number, length: number) => ({
    data: new Uint8Array(archive.subarray(offset, offset + length)).buffer,
  });
  return new PMTiles({ getKey: () => 'archive', getBytes });
}

const text = async (archive: PMTiles, z: number, x: number, y: number) => {
  const tile = await archive.getZxy(z, x, y);
  return tile && new TextDecoder().decode(tile.data);
};

const tile = (z: number, x: number, y: number, content: string): MapTile => ({
  ...{ z, x, y },
  data: new TextEncoder().encode(content),
});

/** Without a pattern, also in its length. */
function contentOf(at: number): string {
  const digits = createHash('sha512').update(String(at)).digest('hex');
  return digits.slice(0, 1 + (Number.parseInt(digits.slice(0, 4), 16) % 128));
}

describe('an archive', () => {
  it('is read by the reader of PMTiles: tiles, bounds, zooms and metadata', async () => {
    const archive = open(write([tile(0, 0, 0, 'world'), tile(2, 1, 3, 'south'), tile(2, 3, 0, 'north')]));
    expect([await text(archive, 0, 0, 0), await text(archive, 2, 1, 3), await text(archive, 2, 3, 0)]).toEqual([
      'world',
      'south',
      'north',
    ]);
    expect(await text(archive, 2, 0, 0)).toBeUndefined();
    expect(await archive.getHeader()).toMatchObject({
      ...{ specVersion: 3, tileType: 1, minZoom: 0, maxZoom: 2, numAddressedTiles: 3 },
      ...{ minLon: -26, minLat: 53, maxLon: 34, maxLat: 81 },
    });
    expect(await archive.getMetadata()).toEqual({ attribution: '© OpenStreetMap' });
  });

  it('keeps equal tiles once', async () => {
    const sea = [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].map((y) => tile(2, x, y, 'sea')));
    const archive = open(write([...sea, tile(3, 0, 0, 'land'), tile(3, 7, 7, 'sea')]));
    expect(await archive.getHeader()).toMatchObject({ numAddressedTiles: 18, numTileEntries: 3, numTileContents: 2 });
    expect([await text(archive, 2, 3, 1), await text(archive, 3, 7, 7)]).toEqual(['sea', 'sea']);
  });

  it('has directories in leaves when the root would not fit into the first 16 KiB', async () => {
    const tiles = Array.from({ length: 256 * 88 }, (_, at) => tile(8, at % 256, Math.floor(at / 256), contentOf(at)));
    const archive = open(write(tiles));
    const { rootDirectoryLength, leafDirectoryLength } = await archive.getHeader();
    expect(rootDirectoryLength).toBeLessThan(16_384 - 127);
    expect(leafDirectoryLength).toBeGreaterThan(0);
    const wanted = [0, 4097, 9000, 22_527];
    const found = await Promise.all(wanted.map((at) => text(archive, 8, at % 256, Math.floor(at / 256))));
    expect(found).toEqual(wanted.map((at) => contentOf(at)));
  });
});
