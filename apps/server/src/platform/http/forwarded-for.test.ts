import { createManualClock } from '@varde/testing/manual-clock';
import { expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { createHttpServer } from './server.ts';

async function serve(trustProxy: boolean) {
  const lines: string[] = [];
  const log = createLog({ level: 'warn' }, { write: (line) => lines.push(line) });
  const clock = createManualClock();
  const http = await createHttpServer({ log, clock, trustProxy, https: false, tilesUrl: null });
  http.get('/ip', async ({ ip }) => ip);
  const from = async (headers: Record<string, string | string[]>) =>
    (await http.inject({ url: '/ip', headers, remoteAddress: '10.0.0.9' })).body;
  return { http, clock, lines, from };
}

test.each([
  [{}, '10.0.0.9'],
  [{ 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  [{ 'x-forwarded-for': '203.0.113.9:4711' }, '203.0.113.9'],
  [{ 'x-forwarded-for': '[2001:db8::9]:4711' }, '2001:db8::9'],
  [{ 'x-forwarded-for': '198.51.100.1, 203.0.113.9:4711' }, '203.0.113.9'],
  [{ 'x-forwarded-for': ['198.51.100.1', '203.0.113.9:4711'] }, '203.0.113.9'],
  [{ 'x-forwarded-for': '203.0.113.9, unknown' }, '10.0.0.9'],
  [{ 'x-forwarded-for': 'kari@kommune.example' }, '10.0.0.9'],
  [{ 'x-forwarded-for': '' }, '10.0.0.9'],
  [{ forwarded: 'for=203.0.113.9' }, '10.0.0.9'],
])('behind a trusted proxy %j comes from %s', async (headers, address) => {
  const { http, from, lines } = await serve(true);
  expect(await from(headers)).toBe(address);
  expect(lines).toEqual([]);
  await http.close();
});

test('without a trusted proxy the header is ignored, with a warning once an hour', async () => {
  const { http, from, lines, clock } = await serve(false);
  expect(await from({})).toBe('10.0.0.9');
  expect(lines).toEqual([]);
  for (let n = 0; n < 50; n++) expect(await from({ 'x-forwarded-for': '203.0.113.9' })).toBe('10.0.0.9');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    header: 'X-Forwarded-For',
    peer: '10.0.0.9',
    msg: expect.stringContaining('VARDE_TRUST_PROXY=true'),
  });
  expect(lines[0]).not.toContain('203.0.113.9');
  clock.advance(3_599_000);
  await from({ forwarded: 'for=203.0.113.9' });
  expect(lines).toHaveLength(1);
  clock.advance(1_000);
  await from({ forwarded: 'for=203.0.113.9' });
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ header: 'Forwarded' });
  for (const ms of [-86_400_000, 172_800_000]) clock.step(ms);
  await from({ forwarded: 'for=203.0.113.9' });
  expect(lines).toHaveLength(2);
  await http.close();
});
