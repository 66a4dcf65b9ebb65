import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { startTestServer } from '@varde/testing/test-server';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { createLog } from '../log/log.ts';
import { mapFilePath, serveMapFile } from './map-file.ts';
import { createHttpServer } from './server.ts';

/** A directory of one tile: how many, its number, run length, length and offset. */
const oneTile = Buffer.from([1, 0, 1, 10, 1]);

/** An archive whose tiles are `content`, before the directory. */
function archive(
  content: string,
  { version = 3, tileType = 1, directories = 1, tiles = 2, directory = oneTile } = {},
): Buffer {
  const header = Buffer.alloc(127);
  header.write('PMTiles', 'latin1');
  header.writeUInt8(version, 7);
  header.writeUInt8(tileType, 99);
  header.writeUInt8(directories, 97);
  header.writeUInt8(tiles, 98);
  header.writeBigUInt64LE(127n + BigInt(content.length), 8);
  header.writeBigUInt64LE(BigInt(directory.length), 16);
  header.writeBigUInt64LE(127n, 56);
  header.writeBigUInt64LE(BigInt(content.length), 64);
  return Buffer.concat([header, Buffer.from(content), directory]);
}

let folder: string;
let file: string;
let http: FastifyInstance;
let logged: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'varde-map-'));
  file = join(folder, 'norge.pmtiles');
  logged = [];
});
afterEach(async () => {
  await http.close();
  rmSync(folder, { recursive: true });
});

async function serve(): Promise<void> {
  const sink = new Writable({
    write(line, _encoding, done) {
      logged.push(JSON.parse(String(line)).msg);
      done();
    },
  });
  const log = createLog({ level: 'info' }, sink);
  http = await createHttpServer({ log, clock: systemClock, trustProxy: false, https: false, tilesUrl: null });
  serveMapFile(http, file, log);
  await http.ready();
}

const get = (range?: string, headers = {}) =>
  http.inject({ url: mapFilePath, headers: { ...(range && { range: `bytes=${range}` }), ...headers } });

test('a reader gets the bytes that it asks for, and may keep them for a day', async () => {
  writeFileSync(file, archive('0123456789'));
  await serve();
  const part = await get('129-131');
  expect([part.statusCode, part.body]).toEqual([206, '234']);
  expect(part.headers).toMatchObject({
    'content-range': 'bytes 129-131/142',
    'content-length': '3',
    'cache-control': 'public, max-age=86400',
    etag: expect.stringMatching(/^"[\w-]+"$/),
  });
  // The first request of a reader is longer than a small archive.
  const begin = await get('0-16383');
  expect([begin.statusCode, begin.rawPayload.length]).toEqual([206, 142]);
});

test.each([
  ['without a range', undefined],
  ['for several ranges', '0-1,3-4'],
  ['for the end of unknown length', '-5'],
  ['for all from a byte on', '0-'],
  ['beyond the end', '6291456-6291460'],
  ['backwards', '5-3'],
  ['for numbers that are none', '0-1e3'],
  ['for more than 4 MiB', `0-${4 * 1024 * 1024}`],
])('a request %s gets the size and no bytes', async (_what, range) => {
  writeFileSync(file, archive('0123456789'));
  truncateSync(file, 6 * 1024 * 1024); // longer than it has to be
  await serve();
  const answer = await get(range);
  expect([answer.statusCode, answer.body]).toEqual([416, '']);
  expect(answer.headers['content-range']).toBe('bytes */6291456');
});

test.each([
  ['cut off', (whole: Buffer) => whole.subarray(0, 130), 'is incomplete: it has 130 of 142 bytes'],
  ['empty', () => Buffer.alloc(0), 'is no PMTiles archive'],
  ['a page of a download that failed', () => Buffer.from('<!doctype html>'.repeat(20)), 'is no PMTiles archive'],
  ['of another version', () => archive('x', { version: 2 }), 'has version 2 of PMTiles instead of 3'],
  [
    'packed with brotli',
    () => archive('x', { directories: 3 }),
    'cannot be used: its directories are packed with brotli, and browsers unpack gzip alone',
  ],
  [
    'of tiles packed with zstd',
    () => archive('x', { tiles: 4 }),
    'cannot be used: its tiles are packed with zstd, and browsers unpack gzip alone',
  ],
  [
    'without a directory',
    () => archive('x', { directory: Buffer.alloc(0) }),
    'is damaged: its directory cannot be read',
  ],
  [
    'broken in its directory',
    () => archive('x', { directories: 2, directory: Buffer.from('no gzip') }),
    'is damaged: its directory cannot be read',
  ],
  [
    'cut off in its directory',
    () => archive('x', { directory: Buffer.from([2, 0, 1, 10, 1]) }),
    'is damaged: its directory cannot be read',
  ],
  ['of pictures', () => archive('x', { tileType: 2 }), 'has no vector tiles (MVT)'],
])('a file that is %s is refused, and the log says once what is wrong', async (_what, spoil, fault) => {
  writeFileSync(file, spoil(archive('0123456789')));
  await serve();
  expect(logged).toEqual([`maps have no detail: the map file ${fault}`]);
  for (const range of ['0-126', '127-128']) {
    const answer = await get(range);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable']);
  }
  expect(logged.filter((line) => line.startsWith('maps have no detail'))).toHaveLength(1);
});

test('a directory that is packed with gzip is read', async () => {
  writeFileSync(file, archive('0123456789', { directories: 2, directory: gzipSync(oneTile) }));
  await serve();
  expect((await get('127-129')).body).toBe('012');
});

test('a missing file is served as soon as it is there, and its loss is logged again', async () => {
  await serve();
  expect((await get('0-126')).statusCode).toBe(503);
  writeFileSync(file, archive('0123456789'));
  expect((await get('127-129')).body).toBe('012');
  rmSync(file);
  expect((await get('127-129')).statusCode).toBe(503);
  expect(logged.filter((line) => line.startsWith('maps have'))).toEqual([
    expect.stringMatching(/^maps have no detail: the map file cannot be read: ENOENT/),
    'maps have the detail of the map file',
    expect.stringMatching(/^maps have no detail: the map file cannot be read: ENOENT/),
  ]);
});

test('a folder in place of the file is refused', async () => {
  file = folder;
  await serve();
  expect((await get('0-126')).statusCode).toBe(503);
  expect(logged[0]).toMatch(/cannot be read/);
});

test('another file has another version, so that a reader does not mix the two', async () => {
  writeFileSync(file, archive('0123456789'));
  await serve();
  const former = await get('127-129');
  writeFileSync(`${file}.new`, archive('abcdefghijkl'));
  renameSync(`${file}.new`, file);
  const fresh = await get('127-129');
  expect(fresh.body).toBe('abc');
  expect(fresh.headers.etag).not.toBe(former.headers.etag);
  const ifSame = await get('127-129', { 'if-range': String(former.headers.etag) });
  expect([ifSame.statusCode, ifSame.body]).toEqual([416, '']);
  truncateSync(file, 130);
  expect((await get('127-129')).statusCode).toBe(503);
});

test('readers that take no bytes hold 32 MiB at most, and give way to others, of whom none is refused or cut off', async () => {
  const most = 4 * 1024 * 1024;
  writeFileSync(file, archive('0123456789'));
  truncateSync(file, most);
  await serve();
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  /** A reader that takes nothing after the beginning of an answer. */
  const ask = async (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.write(`GET ${mapFilePath} HTTP/1.1\r\nhost: varde\r\nrange: bytes=0-${most - 1}\r\n\r\n`);
    const [begin] = (await once(socket, 'data')) as [Buffer];
    let bytes = begin.length;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    socket.on('error', () => undefined);
    socket.pause();
    return { socket, status: begin.toString('latin1', 9, 12), bytes: () => bytes };
  };
  /** Takes the rest. Returns whether the answer is whole. */
  const readOn = async ({ socket, bytes }: Awaited<ReturnType<typeof ask>>) => {
    socket.resume();
    await vi.waitFor(() => expect(socket.destroyed || bytes() > most).toBe(true));
    return bytes() > most;
  };
  const slow = await ask('127.0.0.3');
  const strangers = [];
  for (let n = 0; n < 12; n++) strangers.push(await ask('127.0.0.2'));
  const whole = [];
  for (let n = 0; n < 3; n++) whole.push(await readOn(await ask('127.0.0.1')));
  expect([slow.status, whole, await readOn(slow)]).toEqual(['206', [true, true, true], true]);
  const taken = await Promise.all(strangers.map(readOn));
  expect(taken.filter(Boolean).length).toBeLessThanOrEqual(6);
  for (const { socket } of strangers) socket.destroy();
});

test('pages with a map file load nothing from a tile server, and the console learns where the file is', async () => {
  await serve();
  const tiles = 'https://tiles.example/{z}/{x}/{y}.png';
  for (const [mapFile, tilesUrl, foreign] of [
    [file, mapFilePath, false],
    ['', tiles, true],
  ] as const) {
    const environment = { VARDE_TILES_URL: tiles, ...(mapFile === '' ? {} : { VARDE_MAP_FILE: mapFile }) };
    const server = await startTestServer({ environment });
    const { headers } = await server.app.http.inject('/ajax/config');
    expect(String(headers['content-security-policy']).includes('tiles.example')).toBe(foreign);
    const { body } = await server.call('GET', '/ajax/config');
    expect(body).toMatchObject({ tilesUrl, tilesAttribution: foreign ? '© Kartverket' : null });
    await server.close();
  }
});
