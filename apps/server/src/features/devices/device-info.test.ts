import { images } from '@varde/catalogue/testing/images';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerRolePolicies } from '#domain/customers/tables.ts';
import { deviceImages, devices } from '#domain/devices/tables.ts';

const clock = createManualClock();
const png = images['image/png'];
const jpeg = images['image/jpeg'];
let server: TestServer;
let ids: { home: number; other: number; deviId: number };
let nurse: string;
let stranger: string;
let tracker: string;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db);
  const home = await createCustomer(db, { kind: 'home', parentId: city });
  const other = await createCustomer(db, { kind: 'home', parentId: city });
  const { deviId } = await createDevice(db, { custId: home, deviceName: 'Rom 1' });
  ids = { home, other, deviId };
  nurse = await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: home }));
  stranger = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: other }));
  tracker = await server.loginAs(await createUser(db, { role: 'TRACKER', custId: home }));
});

const put = (as: string, part: string, body: object) =>
  server.call('PUT', `/ajax/devices/${ids.deviId}/${part}`, { as, body });
const removeImage = (as: string) => server.call('DELETE', `/ajax/devices/${ids.deviId}/image`, { as });
const detail = async (as: string) => (await server.call('GET', `/ajax/devices/${ids.deviId}`, { as })).body;
const actions = async () =>
  (await server.db.select().from(auditEntries).orderBy(auditEntries.auditId))
    .map(({ action }) => action)
    .filter((one) => one !== 'device.read');
/** Gives the tracker role a policy for reading only. */
const lend = (policy: string) =>
  server.db
    .insert(customerRolePolicies)
    .values({ custId: ids.home, role: 'TRACKER', policy, status: 'active', information: 'read' });

describe('the name of a device', () => {
  test('is changed with NAME_CHANGE at its customer, with an entry of the audit log [C7.29]', async () => {
    expect(await put(nurse, 'name', { deviceName: '  Rom  2 ' })).toMatchObject({ status: 200 });
    const { deviceName } = await detail(nurse);
    expect(deviceName).toBe('Rom  2');
    const [entry] = await server.db.select().from(auditEntries);
    expect(entry).toMatchObject({ action: 'device.renamed', custId: ids.home, deviId: ids.deviId });
    expect(JSON.parse(entry?.content ?? '')).toMatchObject({
      before: { deviceName: 'Rom 1' },
      after: { deviceName: 'Rom  2' },
    });
  });

  test('is not changed by others, and an equal or empty name is not recorded', async () => {
    expect((await put(stranger, 'name', { deviceName: 'X' })).status).toBe(404);
    expect((await put(tracker, 'name', { deviceName: 'X' })).status).toBe(403);
    expect((await put(nurse, 'name', { deviceName: '   ' })).status).toBe(400);
    expect((await put(nurse, 'name', { deviceName: 'x'.repeat(81) })).status).toBe(400);
    const before = await server.db.select().from(devices);
    expect((await put(nurse, 'name', { deviceName: 'Rom 1' })).status).toBe(200);
    expect(await server.db.select().from(devices)).toEqual(before);
    expect(await actions()).toEqual([]);
    expect((await put(nurse, 'name', { deviceName: 'x'.repeat(80) })).status).toBe(200);
  });

  test('may be changed according to the abilities, which a policy for reading does not give', async () => {
    expect((await detail(nurse)).abilities).toContain('rename');
    await lend('NAME_CHANGE');
    expect((await detail(tracker)).abilities).not.toContain('rename');
    expect((await put(tracker, 'name', { deviceName: 'X' })).status).toBe(403);
  });
});

test('the user tag is one of the five, and of the device [D3.030 D7.039]', async () => {
  expect((await detail(nurse)).userTag).toBe('NONE');
  for (const userTag of ['GPS', 'MOBILE_ALARM_DEVICE', 'COLLEAGUE_ALERT', 'OTHER', 'NONE']) {
    expect(await put(nurse, 'user_tag', { userTag })).toMatchObject({ status: 200, body: { userTag } });
    expect((await detail(tracker)).userTag).toBe(userTag);
  }
  expect((await put(nurse, 'user_tag', { userTag: 'gps' })).status).toBe(400);
  expect((await put(stranger, 'user_tag', { userTag: 'GPS' })).status).toBe(404);
  expect((await put(tracker, 'user_tag', { userTag: 'GPS' })).status).toBe(403);
  expect(await actions()).toEqual(Array(5).fill('device.userTag'));
});

describe('[C6.48] the receiver of the alarms', () => {
  const list = async (as: string) =>
    (await server.call('GET', '/ajax/devices', { as })).body.devices.find(
      (row: { deviId: number }) => row.deviId === ids.deviId,
    );
  const eventSetup = async (as: string) =>
    (await server.call('GET', `/ajax/eventSetup/devices/${ids.deviId}`, { as })).status;
  const become = (dehaId: number) => server.db.update(devices).set({ dehaId });
  const abilitiesInList = async () =>
    (await server.call('GET', '/ajax/devices', { as: nurse })).body.devices.map(
      ({ deviId, abilities }: { deviId: number; abilities: string[] }) => [
        deviId === ids.deviId,
        abilities.includes('eventSetup'),
      ],
    );

  test('is another one for hardware 13, which has no notification list until a user says that it is Varde', async () => {
    await createDevice(server.db, { custId: ids.home, dehaId: 13 });
    await become(13);
    for (const seen of [await list(nurse), await detail(nurse)]) {
      expect(seen.vardeAsReceiver).toBe(false);
      expect(seen.abilities).not.toContain('eventSetup');
    }
    expect(await eventSetup(nurse)).toBe(403);
    const saved = await put(nurse, 'receiver', { vardeAsReceiver: true });
    expect(saved).toMatchObject({ status: 200, body: { vardeAsReceiver: true } });
    for (const seen of [await list(nurse), await detail(nurse), saved.body]) {
      expect(seen.vardeAsReceiver).toBe(true);
      expect(seen.abilities).toContain('eventSetup');
    }
    expect(await eventSetup(nurse)).toBe(200);
    // Of two home units at one customer, that of the user alone.
    expect(new Map(await abilitiesInList())).toEqual(
      new Map([
        [true, true],
        [false, false],
      ]),
    );
    await put(nurse, 'receiver', { vardeAsReceiver: true });
    await put(nurse, 'receiver', { vardeAsReceiver: false });
    expect(await eventSetup(nurse)).toBe(403);
    expect((await actions()).filter((one) => one === 'device.receiver')).toHaveLength(2);
  });

  test('is not asked of other hardware, and not of users without DEVICE_INFO at the customer', async () => {
    for (const dehaId of [22, 26, 34]) {
      await become(dehaId);
      expect((await detail(nurse)).abilities).toContain('eventSetup');
      expect((await put(nurse, 'receiver', { vardeAsReceiver: true })).status).toBe(403);
    }
    await become(13);
    expect((await put(stranger, 'receiver', { vardeAsReceiver: true })).status).toBe(404);
    expect((await put(tracker, 'receiver', { vardeAsReceiver: true })).status).toBe(403);
    expect((await put(nurse, 'receiver', { vardeAsReceiver: 'yes' })).status).toBe(400);
    expect((await list(nurse)).vardeAsReceiver).toBe(false);
  });
});

describe('the training of the wearer', () => {
  test('is approved by a user, whose name is shown to those who see the device’s information [D7.038]', async () => {
    const approved = await put(nurse, 'training', { status: true });
    expect(approved).toMatchObject({ status: 200, body: { trainingApprovedBy: expect.any(Number) } });
    const { trainingApprovedBy, trainingApprovedByName } = await detail(nurse);
    expect(trainingApprovedBy).toBe((approved.body as { trainingApprovedBy: number }).trainingApprovedBy);
    expect(trainingApprovedByName).toEqual(expect.stringMatching(/./));
    expect(await detail(tracker)).toMatchObject({ trainingApprovedBy: null, trainingApprovedByName: null });
    await put(nurse, 'training', { status: true });
    await put(nurse, 'training', { status: false });
    expect(await detail(nurse)).toMatchObject({ trainingApprovedBy: null, trainingApprovedByName: null });
    expect(await actions()).toEqual(['device.trainingApproved', 'device.trainingWithdrawn']);
    expect((await put(stranger, 'training', { status: true })).status).toBe(404);
  });

  test('does not pass to the next wearer', async () => {
    await put(nurse, 'training', { status: true });
    const body = { custId: ids.home };
    await server.call('POST', `/ajax/devices/${ids.deviId}/assignments`, { as: nurse, body });
    expect((await detail(nurse)).trainingApprovedBy).toBeNull();
  });
});

describe('the image of the wearer', () => {
  const show = (as: string, query = '', headers = {}) =>
    server.app.http.inject({
      method: 'GET',
      url: `/ajax/file/userimage/${ids.deviId}/${query}`,
      headers: { cookie: as, ...headers },
    });
  const base64 = async (image: Sharp) => (await image.toBuffer()).toString('base64');
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#336699' } });

  test('is saved, read by its address with a version, and removed [C2.37 D7.036 D7.037 D7.091]', async () => {
    expect((await show(nurse)).statusCode).toBe(404);
    expect((await detail(nurse)).userImageVersion).toBeNull();
    const saved = await put(nurse, 'image', { file: png });
    const { userImageVersion } = await detail(nurse);
    expect(saved).toMatchObject({ status: 200, body: { userImageVersion } });
    const answer = await show(nurse, `?${userImageVersion}`);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    const again = await show(nurse, '', { 'if-none-match': answer.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    clock.advance(1000);
    await put(nurse, 'image', { file: jpeg });
    const other = await show(nurse, '', { 'if-none-match': answer.headers.etag });
    expect([other.statusCode, other.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await removeImage(nurse)).toMatchObject({ status: 200, body: { userImageVersion: null } });
    expect((await show(nurse)).statusCode).toBe(404);
    expect(await server.db.select().from(deviceImages)).toEqual([]);
    expect((await removeImage(nurse)).status).toBe(200);
    expect((await actions()).filter((one) => one !== 'device.imageRead')).toEqual([
      'device.imageChanged',
      'device.imageChanged',
      'device.imageRemoved',
    ]);
  });

  test('is at most 500 by 500, smaller images as they are [C9.12]', async () => {
    for (const [width, height, kept] of [
      [500, 500, [500, 500]],
      [1000, 501, [500, 251]],
      [499, 20, [499, 20]],
    ] as const) {
      await put(nurse, 'image', { file: await base64(blank(width, height).jpeg()) });
      const { rawPayload } = await show(nurse);
      const size = await sharp(rawPayload).metadata();
      expect([size.width, size.height]).toEqual(kept);
    }
  });

  test('is a PNG or JPEG and nothing else [D5.021]', async () => {
    const webp = await put(nurse, 'image', { file: images['image/webp'] });
    expect(webp).toMatchObject({ status: 400, body: { errors: [{ path: 'file' }] } });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
    for (const file of [svg, Buffer.from(jpeg, 'base64').subarray(0, 60).toString('base64'), ''])
      expect((await put(nurse, 'image', { file })).status).toBe(400);
    expect((await detail(nurse)).userImageVersion).toBeNull();
    expect((await put(nurse, 'image', { file: jpeg })).status).toBe(200);
  });

  test('requires DEVICE_INFO at the customer, except for tracker-only users, and to change it the policy in full', async () => {
    await put(nurse, 'image', { file: png });
    expect((await show(stranger)).statusCode).toBe(404);
    expect((await show(tracker)).statusCode).toBe(200);
    expect((await put(stranger, 'image', { file: png })).status).toBe(404);
    expect((await removeImage(stranger)).status).toBe(404);
    await lend('DEVICE_INFO');
    expect((await put(tracker, 'image', { file: png })).status).toBe(403);
    expect((await removeImage(tracker)).status).toBe(403);
    expect((await detail(tracker)).abilities).toEqual(['map', 'note', 'phone', 'userImage', 'info']);
  });

  test('is hidden after a change of wearer or customer', async () => {
    await put(nurse, 'image', { file: png });
    const body = { custId: ids.home };
    await server.call('POST', `/ajax/devices/${ids.deviId}/assignments`, { as: nurse, body });
    expect((await show(nurse)).statusCode).toBe(404);
    expect((await detail(nurse)).userImageVersion).toBeNull();
    expect(await server.db.select().from(deviceImages)).toEqual([]);
    await put(nurse, 'image', { file: png });
    // Not by the call: the image belongs to the ended assignment.
    await server.db.update(devices).set({ custId: ids.other }).where(eq(devices.deviId, ids.deviId));
    expect((await show(stranger)).statusCode).toBe(404);
  });
});
