import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** A vector tile with its place; not compressed. */
export interface MapTile {
  z: number;
  x: number;
  y: number;
  data: Uint8Array;
}

export interface ArchiveOptions {
  /** Degrees WGS 84. */
  bounds: readonly [west: number, south: number, east: number, north: number];
  metadata: object;
  /** The number of a tile in the order of the archive: `zxyToTileId` of the package `pmtiles`. */
  tileId: (z: number, x: number, y: number) => number;
}

interface Entry {
  id: number;
  offset: number;
  length: number;
  /** How many tiles from `id` on have this content; 0: the entry leads to a leaf directory. */
  run: number;
}

const headerBytes = 127;
/** Readers fetch the header and the root directory together, in the first 16 KiB. */
const mostRootBytes = 16_384 - headerBytes;
const leafEntries = 4096;
const gzipped = 2;
const vectorTiles = 1;

/**
 * A PMTiles archive of version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). Equal tiles are kept
 * once, so that open sea costs nothing. The same tiles give the same bytes.
 */
export function writeArchive(tiles: readonly MapTile[], { bounds, metadata, tileId }: ArchiveOptions): Buffer {
  const { entries, content, contents } = place(tiles, tileId);
  const { root, leaves } = directoriesOf(entries);
  const json = gzipSync(JSON.stringify(metadata));
  const zooms = tiles.map(({ z }) => z);
  const sections = [root, json, leaves, content];
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header.writeUInt8(3, 7);
  let offset = headerBytes;
  for (const [index, { length }] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + index * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + index * 16);
    offset += length;
  }
  for (const [index, count] of [tiles.length, entries.length, contents].entries())
    header.writeBigUInt64LE(BigInt(count), 72 + index * 8);
  header.set([1, gzipped, gzipped, vectorTiles, Math.min(...zooms), Math.max(...zooms)], 96);
  const [west, south, east, north] = bounds;
  for (const [index, degrees] of [west, south, east, north].entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + index * 4);
  header.writeUInt8(Math.min(...zooms), 118);
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119);
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123);
  return Buffer.concat([header, ...sections]);
}

function place(tiles: readonly MapTile[], tileId: ArchiveOptions['tileId']) {
  const ordered = tiles.map(({ z, x, y, data }) => ({ id: tileId(z, x, y), data })).sort((a, b) => a.id - b.id);
  const entries: Entry[] = [];
  const known = new Map<string, { offset: number; length: number }>();
  const parts: Buffer[] = [];
  let end = 0;
  for (const { id, data } of ordered) {
    const hash = createHash('sha256').update(data).digest('hex');
    let kept = known.get(hash);
    if (kept === undefined) {
      const part = gzipSync(data, { level: 9 });
      kept = { offset: end, length: part.length };
      parts.push(part);
      end += part.length;
      known.set(hash, kept);
    }
    const last = entries.at(-1);
    if (last && last.offset === kept.offset && last.id + last.run === id) last.run += 1;
    else entries.push({ id, ...kept, run: 1 });
  }
  return { entries, content: Buffer.concat(parts), contents: known.size };
}

/** The entries in the root, or in leaves to which it leads. */
function directoriesOf(entries: readonly Entry[]): { root: Buffer; leaves: Buffer } {
  const whole = directory(entries);
  if (whole.length <= mostRootBytes) return { root: whole, leaves: Buffer.alloc(0) };
  const leads: Entry[] = [];
  const leaves: Buffer[] = [];
  let offset = 0;
  for (let from = 0; from < entries.length; from += leafEntries) {
    const leaf = directory(entries.slice(from, from + leafEntries));
    leads.push({ id: entries[from]?.id ?? 0, offset, length: leaf.length, run: 0 });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: directory(leads), leaves: Buffer.concat(leaves) };
}

/** Column by column: ids as differences, runs, lengths, and offsets, which are 0 where an entry follows the one before. */
function directory(entries: readonly Entry[]): Buffer {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }, index) => {
      const before = entries[index - 1];
      return before && before.offset + before.length === offset ? 0 : offset + 1;
    }),
  ];
  return gzipSync(Buffer.from(numbers.flatMap(varint)), { level: 9 });
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}
