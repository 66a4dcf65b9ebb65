import { get, type ServerResponse } from 'node:http';
import { contextHeader } from '@varde/contract/transport';
import { createCustomer, createUser } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { type FakeMapService, greyPicture, startMapService } from '@varde/testing/map-service';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const key = 'AIzaFake_Key-1';
const clock = createManualClock();
const hours = (count: number) => count * 3_600_000;
let service: FakeMapService;
let server: TestServer;
let cookie: string;

beforeAll(async () => {
  service = await startMapService();
});
afterAll(() => service.close());
beforeEach(async () => {
  service.calls.length = 0;
  service.answer = service.answerWell;
  service.expiresAt = clock.now() + hours(4);
  server = await startTestServer({
    clock,
    environment: {
      VARDE_TILES_URL: 'google',
      VARDE_GOOGLE_MAPS_KEY: key,
      VARDE_GOOGLE_TILES_URL: service.url,
    },
  });
  cookie = await login();
});
afterEach(() => server.close());

const login = async () => {
  const custId = await createCustomer(server.db);
  return server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId }));
};
const tile = (place = 'nb/8/136/71', etag?: string) =>
  server.call('GET', `/ajax/map/tiles/${place}`, { as: cookie, headers: etag ? { 'if-none-match': etag } : {} });
const copyright = (view = {}) => {
  const query = { language: 'nb', zoom: '8', west: '5', south: '62', east: '7', north: '63', ...view };
  return server.call('GET', `/ajax/map/copyright?${new URLSearchParams(query)}`, { as: cookie });
};
const paths = () => service.calls.map(({ path }) => path);
const asked = () => paths().filter((path) => path.startsWith('/2dtiles')).length;
const opened = () => paths().filter((path) => path === '/createSession').length;

describe('the map of Google', () => {
  test('[D7.098] is in the language of the user, with the key on the server, and names its sources for what is seen', async () => {
    const config = await server.call('GET', '/ajax/config');
    expect(config.body).toMatchObject({
      tilesUrl: '/ajax/map/tiles/{language}/{z}/{x}/{y}',
      tilesAttribution: 'Google Maps',
      tilesCopyright: true,
    });
    const answers = [config, await tile('nb/8/136/71'), await tile('en/8/136/71'), await copyright()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[3]?.body).toEqual({ copyright: 'Map data ©2026 for 8' });
    const [norwegian, picture, english, , view] = service.calls;
    expect(JSON.parse(norwegian?.body ?? '')).toEqual({ mapType: 'roadmap', language: 'no', region: 'NO' });
    expect(JSON.parse(english?.body ?? '')).toMatchObject({ language: 'en' });
    expect(picture).toMatchObject({ path: '/2dtiles/8/136/71', query: { session: 'session 1 no', key } });
    expect(view?.query).toMatchObject({ session: 'session 1 no', zoom: '8', west: '5', south: '62', north: '63' });
    expect(JSON.stringify(answers)).not.toContain(key);
    const policy = String(config.headers['content-security-policy']);
    expect([policy.includes("img-src 'self' data: blob:;"), policy.includes("connect-src 'self';")]).toEqual([
      true,
      true,
    ]);
  });

  test('is kept by browsers as long as the service allows, by no cache that others share, and asked for again by its version', async () => {
    const { headers } = await tile();
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=500',
      etag: '"1"',
      'content-type': 'image/png',
    });
    expect(await tile('nb/8/136/71', '"1"')).toMatchObject({
      status: 304,
      headers: { 'cache-control': 'private, max-age=500' },
    });
    for (const [allowed, kept] of [
      ['private, max-age=60, must-revalidate', 'private, max-age=60, must-revalidate'],
      ['no-cache, max-age=60', 'private, no-cache'],
      ['no-store', 'no-store'],
      [undefined, 'private, no-cache'],
    ] as const) {
      service.answer = (response) =>
        response
          .writeHead(200, { 'content-type': 'image/png', ...(allowed && { 'cache-control': allowed }) })
          .end(greyPicture);
      expect((await tile()).headers['cache-control']).toBe(kept);
    }
  });

  test('has one session for all users of a language, which is renewed before it expires, and kept while no other can be had', async () => {
    await Promise.all(Array.from({ length: 20 }, () => tile()));
    expect(opened()).toBe(1);
    clock.advance(hours(2.9));
    await tile();
    expect(opened()).toBe(1);
    clock.advance(hours(0.2));
    service.answer = (response, call) =>
      call.path === '/createSession' ? response.writeHead(503).end() : service.answerWell(response, call);
    for (const _one of [1, 2, 3]) expect((await tile()).status).toBe(200);
    expect(opened()).toBe(2); // the next try is half a minute later
    service.answer = service.answerWell;
    service.expiresAt += hours(4);
    clock.advance(31_000);
    await tile();
    expect(opened()).toBe(3);
    expect(service.calls.at(-1)?.query.session).toMatch(/^session \d+ no$/);
    expect(service.calls.at(-1)?.query.session).not.toBe('session 1 no');
  });

  test('has another session when the service does not know the former any more', async () => {
    await tile();
    service.answer = (response, call) =>
      call.query.session === 'session 1 no' ? response.writeHead(403).end('{}') : service.answerWell(response, call);
    expect((await tile()).status).toBe(503);
    clock.advance(31_000);
    expect((await tile()).status).toBe(200);
    expect(opened()).toBe(2);
  });

  test('is renewed and opened anew in time also when the clock of the server was set back', async () => {
    await tile();
    clock.step(-hours(5));
    service.expiresAt = clock.now() + hours(8);
    clock.advance(hours(3.1));
    await tile();
    expect(opened()).toBe(2);
    clock.step(-hours(5));
    service.answer = (response, call) =>
      call.query.session?.startsWith('session 3')
        ? response.writeHead(403).end('{}')
        : service.answerWell(response, call);
    expect((await tile()).status).toBe(503);
    clock.advance(31_000);
    expect((await tile()).status).toBe(200);
    expect(opened()).toBe(3);
  });

  test('is not asked for the sources of what is no view, and a view that it does not have ends no session', async () => {
    for (const view of [{ zoom: '23' }, { north: '62' }, { north: '61' }, { east: '5' }])
      expect((await copyright(view)).status, JSON.stringify(view)).toBe(400);
    expect(paths()).toEqual([]);
    expect((await copyright({ zoom: '22', west: '179', east: '-179' })).status).toBe(200);
    service.answer = (response, call) =>
      call.path === '/viewport' ? response.writeHead(400).end('{}') : service.answerWell(response, call);
    expect((await copyright()).status).toBe(404);
    clock.advance(31_000);
    expect([(await copyright()).status, (await tile()).status, opened()]).toEqual([404, 200, 1]);
  });

  test('has no picture beyond its grid, and answers what is no picture, too long, or an error as not to be had', async () => {
    for (const place of ['nb/1/2/0', 'nb/1/0/2', 'nb/0/0/1']) expect((await tile(place)).status).toBe(404);
    for (const place of ['nb/23/0/0', 'nb/1/-1/0', 'se/1/0/0', 'nb/1/0/north'])
      expect((await tile(place)).status).toBe(400);
    expect(paths()).toEqual([]);
    await tile();
    for (const [answer, status] of [
      [{ code: 404, type: 'application/json', body: '{}' }, 404],
      [{ code: 200, type: 'text/html', body: '<h1>Logg inn</h1>' }, 503],
      [{ code: 200, type: 'image/png', body: Buffer.alloc(1_000_001) }, 503],
      [{ code: 302, type: 'image/png', body: '' }, 503],
      [{ code: 429, type: 'application/json', body: '{}' }, 503],
      [{ code: 500, type: 'application/json', body: key }, 503],
    ] as const) {
      service.answer = (response) =>
        response.writeHead(answer.code, { 'content-type': answer.type, location: '/2dtiles/1/1/1' }).end(answer.body);
      const got = await tile();
      expect([got.status, JSON.stringify(got.body).includes(key)], JSON.stringify(answer)).toEqual([status, false]);
    }
    service.answer = (response) => response.writeHead(200).end('{"copyright": 7}');
    expect((await copyright()).status).toBe(503);
  });

  test('that is silent keeps no other call of its user waiting', async () => {
    await tile();
    const held: ServerResponse[] = [];
    service.answer = (response) => held.push(response);
    const waiting = Array.from({ length: 12 }, () => tile());
    for (const path of ['/ajax/profile', '/ajax/devices', '/ajax/alarms'])
      expect((await server.call('GET', path, { as: cookie })).status).toBe(200);
    await expect.poll(() => held.length).toBe(4);
    service.answer = service.answerWell;
    for (const response of held) response.writeHead(500).end();
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(4);
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
  });

  test('is not asked for a picture that nobody waits for any more', async () => {
    await server.app.start();
    await tile();
    const held: ServerResponse[] = [];
    service.answer = (response) => held.push(response);
    const first = Array.from({ length: 4 }, () => tile());
    await expect.poll(() => held.length).toBe(4);
    let arrived = 0;
    let left = 0;
    server.app.http.server.on('request', (_request, response) => {
      arrived += 1;
      response.on('close', () => (left += 1));
    });
    const url = `http://127.0.0.1:${server.port()}/ajax/map/tiles/nb/8/1/1`;
    const moved = Array.from({ length: 6 }, () =>
      get(url, { agent: false, headers: { cookie, [contextHeader]: 'PROFFWEB' } }).on('error', () => undefined),
    );
    await expect.poll(() => arrived).toBe(6);
    for (const request of moved) request.destroy();
    await expect.poll(() => left).toBe(6);
    service.answer = service.answerWell;
    for (const response of held) response.writeHead(200, { 'content-type': 'image/png' }).end(greyPicture);
    for (const { status } of await Promise.all(first)) expect(status).toBe(200);
    expect((await tile()).status).toBe(200);
    expect(asked()).toBe(6);
    expect(paths()).not.toContain('/2dtiles/8/1/1');
  });

  test('is given to a user five hundred times at once and then by the second, and to others meanwhile', async () => {
    const many = Array.from({ length: 510 }, () => tile());
    await expect.poll(asked, { timeout: 30_000 }).toBe(500);
    const first = cookie;
    cookie = await login();
    expect((await tile()).status).toBe(200);
    expect(asked()).toBe(501);
    cookie = first;
    clock.advance(2_000);
    expect((await Promise.all(many)).every(({ status }) => status === 200)).toBe(true);
  });
});

test('without Google’s map there are no pictures and no sources', async () => {
  await server.close();
  server = await startTestServer();
  cookie = await login();
  expect([(await tile()).status, (await copyright()).status]).toEqual([404, 404]);
  expect((await server.call('GET', '/ajax/config')).body).toMatchObject({ tilesUrl: null, tilesCopyright: false });
});
