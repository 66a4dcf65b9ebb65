import { imageTypeOf } from '@varde/catalogue/image-type';
import { maxImageBytes } from '@varde/catalogue/image-types';
import { images } from '@varde/catalogue/testing/images';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerImages } from '#domain/customers/tables.ts';

const clock = createManualClock();
const png = images['image/png'];
const jpeg = images['image/jpeg'];
const webp = images['image/webp'];
let server: TestServer;
let ids: { solvik: number; home: number; other: number };
let manager: string;
let nurse: string;
let tracker: string;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const solvik = await createCustomer(db, { firmName: 'Solvik' });
  const home = await createCustomer(db, { kind: 'home', parentId: solvik });
  ids = { solvik, home, other: await createCustomer(db) };
  manager = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: solvik }));
  nurse = await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: home }));
  tracker = await server.loginAs(await createUser(db, { role: 'TRACKER', custId: home }));
});

const save = (as: string, custId: number, image: unknown) =>
  server.call('PUT', `/ajax/customers/${custId}/image`, { as, body: { image } });
const show = (as: string, custId: number, query = '', headers = {}) =>
  server.app.http.inject({
    method: 'GET',
    url: `/ajax/file/municipalityimage/top/${custId}${query}`,
    headers: { cookie: as, ...headers },
  });

test('the image of the customer that owns a device is read by the device, by those who see the device [D7.093]', async () => {
  const { deviId } = await createDevice(server.db, { custId: ids.home });
  const read = async (as: string, id = deviId) =>
    server.app.http.inject({
      method: 'GET',
      url: `/ajax/file/municipalityimage/${id}/`,
      headers: { cookie: as },
    });
  expect((await read(nurse)).statusCode).toBe(404);
  await save(manager, ids.solvik, png);
  const answer = await read(tracker);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
  await save(manager, ids.home, jpeg);
  expect((await read(nurse)).headers['content-type']).toBe('image/jpeg');
  const stranger = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: ids.other }));
  expect((await read(stranger)).statusCode).toBe(404);
  expect((await read(nurse, deviId + 1)).statusCode).toBe(404);
});

describe('the image of a customer', () => {
  test('is its own, or that of its nearest ancestor, for every caller [C2.39]', async () => {
    expect((await show(nurse, ids.home)).statusCode).toBe(404);
    const saved = await save(manager, ids.solvik, png);
    expect(saved).toMatchObject({ status: 200, body: { image: { own: true } } });
    for (const caller of [manager, nurse, tracker]) {
      const answer = await show(caller, ids.home);
      expect(answer.statusCode).toBe(200);
      expect(imageTypeOf(answer.rawPayload)).toBe('image/png');
    }
    await save(manager, ids.home, jpeg);
    expect((await show(nurse, ids.home)).headers['content-type']).toBe('image/jpeg');
    expect((await show(manager, ids.solvik)).headers['content-type']).toBe('image/png');
    const removed = await server.call('DELETE', `/ajax/customers/${ids.home}/image`, { as: manager });
    expect(removed).toMatchObject({ status: 200, body: { image: { own: false } } });
    expect((await show(nurse, ids.home)).headers['content-type']).toBe('image/png');
  });

  test('is nothing but an image to a browser', async () => {
    await save(manager, ids.solvik, png);
    const { headers } = await show(manager, ids.solvik);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  test('is cached by a browser until it changes', async () => {
    const { body } = await save(manager, ids.solvik, png);
    const { version } = (body as { image: { version: number } }).image;
    const first = await show(manager, ids.solvik);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const etag = String(first.headers.etag);
    const again = await show(manager, ids.solvik, '', { 'if-none-match': etag });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    const named = await show(manager, ids.solvik, `?version=${version}`);
    expect(named.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    clock.advance(1000);
    await save(manager, ids.solvik, webp);
    const other = await show(manager, ids.solvik, `?version=${version}`, { 'if-none-match': etag });
    expect([other.statusCode, other.headers['cache-control']]).toEqual([200, 'private, no-cache']);
  });

  test('is not shown to users who do not see the customer', async () => {
    await save(manager, ids.solvik, png);
    const stranger = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: ids.other }));
    expect((await show(stranger, ids.solvik)).statusCode).toBe(404);
    expect((await show(nurse, ids.solvik)).statusCode).toBe(404);
    expect((await show('', ids.home)).statusCode).toBe(401);
    const body = JSON.stringify({ image: png });
    const headers = { cookie: manager, 'content-type': 'application/json' };
    const url = `/ajax/customers/${ids.solvik}/image`;
    const forged = await server.app.http.inject({ method: 'PUT', url, headers, payload: body });
    expect([forged.statusCode, forged.json().code]).toEqual([400, 'contextMissing']);
  });

  test('is changed from above or by its administrator, and audited', async () => {
    for (const [caller, custId, status] of [
      [nurse, ids.home, 403],
      [nurse, ids.solvik, 404],
      [tracker, ids.home, 403],
      [manager, ids.other, 404],
    ] as const) {
      expect(await save(caller, custId, png)).toMatchObject({ status });
      const remove = await server.call('DELETE', `/ajax/customers/${custId}/image`, { as: caller });
      expect(remove).toMatchObject({ status });
    }
    await save(manager, ids.home, png);
    await server.call('DELETE', `/ajax/customers/${ids.home}/image`, { as: manager });
    await server.call('DELETE', `/ajax/customers/${ids.home}/image`, { as: manager });
    const entries = await server.db.select().from(auditEntries);
    expect(entries.map(({ action, custId }) => [action, custId])).toEqual([
      ['customer.imageChanged', ids.home],
      ['customer.imageRemoved', ids.home],
    ]);
  });
});

const base64 = (words: string | Uint8Array) => Buffer.from(words).toString('base64');

test.each([
  ['SVG with a script', base64('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['a page', base64('<!doctype html><script>alert(1)</script>')],
  [
    'an image with a page behind it',
    Buffer.concat([Buffer.from(png, 'base64'), Buffer.from('<script>')]).toString('base64'),
  ],
  ['half an image', png.slice(0, 40)],
  ['no base64', 'data:image/png;base64,AAAA'],
  ['an address', 'https://elsewhere.example/x.png'],
  ['nothing', ''],
  ['no text', { $ne: null }],
  ['too much', base64(new Uint8Array(maxImageBytes + 1))],
])('%s is refused by the name of the field, and nothing is stored', async (_, image) => {
  expect(await save(manager, ids.solvik, image)).toMatchObject({
    status: 400,
    body: { code: 'validationFailed', errors: [{ path: 'image' }] },
  });
  expect(await server.db.select().from(customerImages)).toEqual([]);
});

test('a stored image is redrawn: other content of the file is removed', async () => {
  const secret = 'Storgata 1, Solvik';
  const tagged = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .withExif({ IFD0: { ImageDescription: secret } })
    .jpeg()
    .toBuffer();
  expect(tagged.includes(secret)).toBe(true);
  await save(manager, ids.solvik, base64(tagged));
  const shown = (await show(manager, ids.solvik)).rawPayload;
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.includes(secret)).toBe(false);
});

test('an image of 512 kB is accepted, and a much larger body is cut off before it is read', async () => {
  // Appends a chunk that is not part of the picture, so that the file has the largest accepted size or one byte more.
  const padded = (bytes: number) => {
    const dot = Buffer.from(webp, 'base64');
    const head = Buffer.from('JUNK\0\0\0\0');
    head.writeUInt32LE(bytes - dot.length - head.length, 4);
    const large = Buffer.concat([dot, head, Buffer.alloc(bytes - dot.length - head.length)]);
    large.writeUInt32LE(bytes - 8, 4);
    return base64(large);
  };
  expect(await save(manager, ids.solvik, padded(maxImageBytes))).toMatchObject({ status: 200 });
  expect(await save(manager, ids.solvik, padded(maxImageBytes + 2))).toMatchObject({ status: 400 });
  expect(await save(manager, ids.solvik, 'A'.repeat(2_000_000))).toMatchObject({ status: 413 });
});
