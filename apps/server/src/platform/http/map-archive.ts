import { type FileHandle, open } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { AppError } from '../app-error.ts';
import type { Log } from '../log/log.ts';

/** A PMTiles archive that may be read: the caller closes it. */
export interface OpenArchive {
  handle: FileHandle;
  size: number;
  /** Another file, or another content, has another one. */
  version: string;
}

const headerBytes = 127;
const vectorTiles = 1;
/** What readers of PMTiles unpack; brotli and zstd they do not. */
const compressions = ['unknown', 'none', 'gzip', 'brotli', 'zstd'];
const readable = new Set(['none', 'gzip']);
/** The root directory lies in the first 16 kB of an archive (PMTiles 3, section 3.1). */
const largestRoot = 16_384 - headerBytes;
const largestUnpacked = 4 * 1024 * 1024;

/**
 * A PMTiles archive of the operator, which may be missing, incomplete or replaced at any time: it is looked at again
 * whenever it has changed, and a fault is logged once.
 */
export class MapArchive {
  readonly #file: string;
  readonly #log: Log;
  /** Of the last look; null: it has not been looked at. */
  #looked: { version: string; fault: string | null } | null = null;

  constructor(file: string, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  /** Throws `unavailable` when it cannot be used. */
  async open(): Promise<OpenArchive> {
    let handle: FileHandle;
    try {
      handle = await open(this.#file, 'r');
    } catch (error) {
      const fault = `cannot be read: ${reasonOf(error)}`;
      this.#note(fault, fault);
      throw new AppError('unavailable');
    }
    try {
      const { size, mtimeMs, ino } = await handle.stat();
      const version = [ino, mtimeMs, size].map((number) => Math.round(number).toString(36)).join('-');
      if (this.#looked?.version !== version) this.#note(version, await faultOf(handle, size));
      if (this.#looked?.fault) throw new AppError('unavailable');
      return { handle, size, version };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  #note(version: string, fault: string | null): void {
    if (this.#looked?.version === version) return;
    this.#looked = { version, fault };
    const file = this.#file;
    if (fault === null) this.#log.info({ file }, 'maps have the detail of the map file');
    else this.#log.error({ file, fault }, `maps have no detail: the map file ${fault}`);
  }
}

/** What is wrong with an archive; null: nothing that its beginning tells. */
async function faultOf(handle: FileHandle, size: number): Promise<string | null> {
  const header = Buffer.alloc(headerBytes);
  try {
    const { bytesRead } = await handle.read(header, 0, headerBytes, 0);
    if (header.toString('latin1', 0, 7) !== 'PMTiles' || bytesRead < headerBytes) return 'is no PMTiles archive';
  } catch (error) {
    return `cannot be read: ${reasonOf(error)}`;
  }
  if (header.readUInt8(7) !== 3) return `has version ${header.readUInt8(7)} of PMTiles instead of 3`;
  if (header.readUInt8(99) !== vectorTiles) return 'has no vector tiles (MVT)';
  const ends = [8, 24, 40, 56].map((at) => header.readBigUInt64LE(at) + header.readBigUInt64LE(at + 8));
  const end = ends.reduce((latest, each) => (each > latest ? each : latest));
  if (end > BigInt(size)) return `is incomplete: it has ${size} of ${end} bytes`;
  for (const [at, what] of [
    [97, 'its directories'],
    [98, 'its tiles'],
  ] as const) {
    const compression = compressions[header.readUInt8(at)] ?? 'unknown';
    if (!readable.has(compression))
      return `cannot be used: ${what} are packed with ${compression}, and browsers unpack gzip alone`;
  }
  const root = { at: header.readBigUInt64LE(8), length: header.readBigUInt64LE(16) };
  return (await isDirectory(handle, root, compressions[header.readUInt8(97)] === 'gzip'))
    ? null
    : 'is damaged: its directory cannot be read';
}

/** Whether there is a directory of tiles: its number of entries, and for each of them four numbers (PMTiles 3, section 4.1). */
async function isDirectory(
  handle: FileHandle,
  { at, length }: { at: bigint; length: bigint },
  isPacked: boolean,
): Promise<boolean> {
  if (length === 0n || length > BigInt(largestRoot)) return false;
  try {
    const { buffer } = await handle.read(Buffer.alloc(Number(length)), 0, Number(length), Number(at));
    const numbers = countNumbers(isPacked ? gunzipSync(buffer, { maxOutputLength: largestUnpacked }) : buffer);
    return numbers !== null && numbers.first > 0 && numbers.count === 1 + 4 * numbers.first;
  } catch {
    return false;
  }
}

/** How many numbers of variable length follow each other, and the first one; null: the last one is cut off. */
function countNumbers(bytes: Buffer): { first: number; count: number } | null {
  let [first, count, shift] = [0, 0, 0];
  for (const byte of bytes) {
    if (count === 0) first += (byte & 0x7f) * 2 ** shift;
    shift += 7;
    if (byte < 0x80) [count, shift] = [count + 1, 0];
  }
  return shift === 0 ? { first, count } : null;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
