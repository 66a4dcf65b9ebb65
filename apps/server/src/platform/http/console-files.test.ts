import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { createLog } from '../log/log.ts';
import { serveConsole } from './console-files.ts';
import { createHttpServer } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'varde-console-'));
let http: FastifyInstance;
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'plain');
  writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync('plain'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite/manifest.json'), '{ "secret": 1 }');
  writeFileSync(join(folder, '.secret'), 'secret');
  writeFileSync(join(folder, '../varde-secret'), 'secret');
  const log = createLog({ level: 'silent' });
  http = await createHttpServer({
    log,
    clock: systemClock,
    trustProxy: false,
    https: false,
    tilesUrl: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
  });
  await serveConsole(http, folder);
});
afterAll(async () => {
  await http.close();
  rmSync(folder, { recursive: true });
  rmSync(join(folder, '../varde-secret'), { force: true });
});

test('the page is revalidated each time, its assets are cached for ever and sent compressed', async () => {
  const page = await http.inject('/');
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
  const script = await http.inject({
    url: '/assets/app-1a2b.js',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(script.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const plain = await http.inject('/assets/app-1a2b.js');
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'plain']);
});

test('nothing outside the folder is served, and a missing file gets a problem', async () => {
  for (const url of [
    '/../varde-secret',
    '/..%2fvarde-secret',
    '/assets/%2e%2e/%2e%2e/varde-secret',
    '/.vite/manifest.json',
    '/%2evite/manifest.json',
    '/.vite%2fmanifest.json',
    '/assets/../.vite/manifest.json',
    '/assets/%2e%2e/.vite/manifest.json',
    '/.secret',
    '/assets/none.js',
    '/ajax/none',
  ]) {
    const answer = await http.inject(url);
    expect(answer.statusCode, url).toBeGreaterThanOrEqual(400);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body).not.toContain('secret');
  }
});

test('pages may load scripts from here and pictures from the tile server, and no site may frame them', async () => {
  const policy = String((await http.inject('/')).headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("img-src 'self' data: blob: https://*.tiles.example;");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('upgrade-insecure-requests');
});
