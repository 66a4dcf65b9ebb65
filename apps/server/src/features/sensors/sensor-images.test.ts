import { imageTypeOf } from '@varde/catalogue/image-type';
import { sensorImageDueSeconds, sensorImageKeptSeconds } from '@varde/catalogue/image-types';
import { images } from '@varde/catalogue/testing/images';
import type { Capture, SensorRow } from '@varde/contract/sensors';
import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import { createCustomer, createUser } from '@varde/testing/factories';
import { addHomeUnit, startServerForUnits } from '@varde/testing/home-unit';
import type { ManualClock } from '@varde/testing/manual-clock';
import type { TestServer } from '@varde/testing/test-server';
import { and, eq, like } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { queueCommand } from '#domain/commands/commands.ts';
import { malformedFrames } from '#domain/devices/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';
import { sensorImages, sensors } from '#domain/sensors/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import { createLog } from '#platform/log/log.ts';
import { createJobContext } from '../../jobs/job-context.ts';
import { sensorImageExpiry } from '../../jobs/retention.ts';

/** A complete Varde with a gateway on a real socket, and a home unit with a camera. */
let server: TestServer;
let clock: ManualClock;
let port: number;
let deviId: number;
let custId: number;
let cookie: string;
let sender: { identity: string; token: string };
let unit: VirtualDevice | null;
let camera: number;
const gatewayId = '4100030';
const data = images['image/jpeg'];

beforeAll(async () => {
  ({ server, clock, port } = await startServerForUnits());
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ deviId, custId, cookie, sender } = await addHomeUnit(server));
  unit = null;
  await say({
    sensorList: [
      { id: gatewayId, type: '27', name: 'Bevegelse stue' },
      { id: '4100010', type: '4' },
    ],
  });
  camera = (await row()).sensor.deseId;
});
afterEach(() => unit?.close());

const path = (rest: string) => `/ajax/devices/${deviId}/sensors${rest}`;
const rows = async () => (await server.call('GET', path(''), { as: cookie })).body as { sensors: SensorRow[] };
async function row(): Promise<SensorRow> {
  const found = (await rows()).sensors.find(({ sensor }) => sensor.gatewayId === gatewayId);
  if (found === undefined) throw new Error('the unit has no camera');
  return found;
}
const capture = (body: object = { gatewayId }, as = cookie) =>
  server.call('POST', path('/capture_image'), { as, body });
const state = async () => (await server.call('GET', path(`/${camera}/capture`), { as: cookie })).body as Capture;
const read = (as = cookie) =>
  fetch(`http://127.0.0.1:${server.port()}/ajax/file/sensorimage/${camera}?timestamp=${clock.now()}`, {
    headers: { cookie: as },
  });
const stored = () => server.db.select().from(sensorImages).where(eq(sensorImages.deviId, deviId));
/** The unit says something; returns what it is told. */
async function say(content: object, token = sender.token): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ device: sender.identity, ...content }),
  });
  return answer.text();
}
const sendImage = (id = gatewayId) => say({ image: { id, data } });

test('[D7.041 D7.092] a picture that is asked for by the gateway id is taken by the unit, and read as a file of its sensor', async () => {
  unit = createVirtualDevice({ ...sender, protocol: 'http', host: '127.0.0.1', port, homeUnit: 13 });
  await unit.connect();
  expect(await state()).toEqual({ state: 'none', at: null, reason: null, answer: null });
  expect((await read()).status).toBe(404);
  expect(await capture()).toMatchObject({ status: 200, body: { state: 'waiting', at: clock.now() } });
  await expect
    .poll(async () => {
      if (unit?.unacknowledged.length === 0) unit.say('sensors');
      return (await state()).state;
    })
    .toBe('taken');
  const answer = await read();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(imageTypeOf(new Uint8Array(await answer.arrayBuffer()))).toBe('image/png');
});

test('the unit is given the command with the gateway id once, however often it is asked', async () => {
  await capture();
  await capture();
  const { commands } = JSON.parse(await say({ poll: true }));
  expect(commands).toEqual([{ ref: expect.any(String), command: 'captureImage', gatewayId }]);
  await say({ confirmations: [{ ref: commands[0].ref, ok: true }] });
  expect(await say({ poll: true })).toBe('');
  expect(await state()).toMatchObject({ state: 'waiting' });
});

test('the former picture goes when another one is asked for, and the row of the sensor is not busy meanwhile', async () => {
  await capture();
  await sendImage();
  expect(await state()).toMatchObject({ state: 'taken', at: clock.now() });
  await capture();
  expect(await stored()).toEqual([]);
  expect((await read()).status).toBe(404);
  expect(await row()).toMatchObject({ updating: false, sensor: { status: { key: 'unknown' } } });
});

test('a refused, an unanswered and an unsent picture are said to have failed, and why; the sensor is none the worse', async () => {
  await capture();
  const [{ ref }] = JSON.parse(await say({ poll: true })).commands;
  await say({ confirmations: [{ ref, ok: false, detail: 'lens is covered' }] });
  expect(await state()).toMatchObject({ state: 'failed', reason: 'refused', answer: 'lens is covered' });
  expect((await row()).sensor.status.key).toBe('unknown');
  await capture();
  const next = JSON.parse(await say({ poll: true })).commands[0].ref;
  await say({ confirmations: [{ ref: next, ok: true }] });
  expect(await state()).toMatchObject({ state: 'waiting' });
  clock.advance(sensorImageDueSeconds * 1000);
  expect(await state()).toMatchObject({ state: 'failed', reason: 'noImage' });
});

test('a picture that nobody asked for, of a sensor without a camera, or too late, is discarded', async () => {
  await sendImage();
  await server.db.transaction((tx) =>
    queueCommand(tx, {
      ...{ deviId, userId: null, at: new Date(clock.now()) },
      command: { kind: 'captureImage', gatewayId: '4100010' },
    }),
  );
  await sendImage('4100010');
  await sendImage('unknown');
  await capture();
  clock.advance(sensorImageDueSeconds * 1000);
  await sendImage();
  expect(await stored()).toEqual([]);
});

test('a picture that was asked for before the unit was handed over is not shown to the new customer', async () => {
  await capture();
  await say({ poll: true });
  clock.advance(1000);
  await server.db.transaction((tx) => beginAssignment(tx, { deviId, custId, at: new Date(clock.now()) }));
  await say({ sensorList: [{ id: gatewayId, type: '27' }] });
  await sendImage();
  expect(await stored()).toEqual([]);
});

test('a picture goes with its sensor, and with the wearer of the unit', async () => {
  await capture();
  await sendImage();
  expect(await stored()).toHaveLength(1);
  await server.db.transaction((tx) => beginAssignment(tx, { deviId, custId, at: new Date(clock.now()) }));
  expect(await stored()).toEqual([]);
});

const deleteOld = () =>
  sensorImageExpiry.run(
    createJobContext({ db: server.db, bus: createInProcessBus(), clock, log: createLog({ level: 'silent' }) }),
  );

test('a picture is not shown after half an hour, and is deleted then', async () => {
  await capture();
  await sendImage();
  clock.advance(sensorImageKeptSeconds * 1000 - 1000);
  expect((await read()).status).toBe(200);
  await deleteOld();
  expect(await stored()).toHaveLength(1);
  clock.advance(1000);
  expect((await read()).status).toBe(404);
  expect(await state()).toMatchObject({ state: 'none' });
  await deleteOld();
  expect(await stored()).toEqual([]);
});

test('a picture is not shown, and is deleted, when the clock was set back by more than half an hour since', async () => {
  await capture();
  await sendImage();
  const hour = 3_600_000;
  clock.step(-hour);
  try {
    const nurse = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId }));
    expect((await read(nurse)).status).toBe(404);
    await deleteOld();
    expect(await stored()).toEqual([]);
  } finally {
    clock.step(hour);
  }
});

test('only a camera that the unit has can be asked, and not while the unit waits to be told what it is for', async () => {
  expect(await capture({ gatewayId: '4100010' })).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
  expect(await capture({ gatewayId: 'nobody' })).toMatchObject({ status: 404 });
  expect(await capture({})).toMatchObject({ status: 400, body: { errors: [{ path: 'gatewayId' }] } });
  await server.db.update(sensors).set({ status: 'proc_req' }).where(eq(sensors.deseId, camera));
  expect(await capture()).toMatchObject({ status: 403 });
});

test('a picture is seen by those alone who see the sensors of its customer, and each of them is in the audit log', async () => {
  await capture();
  await sendImage();
  const other = await createUser(server.db, { role: 'RESTRICTED_USER', custId: await createCustomer(server.db) });
  const stranger = await server.loginAs(other);
  const tracker = await server.loginAs(await createUser(server.db, { role: 'TRACKER', custId }));
  expect((await read(stranger)).status).toBe(404);
  expect([403, 404]).toContain((await read(tracker)).status);
  expect((await capture({ gatewayId }, stranger)).status).toBe(404);
  await read();
  const entries = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.deviId, deviId), like(auditEntries.action, 'sensor.image%')));
  expect(entries.map(({ action, custId: of }) => [action, of])).toEqual([
    ['sensor.imageAsked', custId],
    ['sensor.imageRead', custId],
  ]);
  expect(JSON.parse(entries[1]?.content ?? '')).toMatchObject({
    after: { sensorId: camera, receivedAt: clock.now() },
  });
});

test('a picture is in no list, in no message that is kept, and in no frame that was refused', async () => {
  await capture();
  const picture = Buffer.concat([
    Buffer.from(data, 'base64').subarray(0, -2),
    Buffer.alloc(600, 7),
    Buffer.from([0xff, 0xd9]),
  ]);
  const image = { id: gatewayId, data: picture.toString('base64') };
  await say({ image, battery: { level: 50 } });
  await say({ image }, 'wrong');
  expect(await stored()).toHaveLength(1);
  const kept = await server.db.select().from(transactions).where(eq(transactions.deviId, deviId));
  const refused = await server.db.select().from(malformedFrames).where(eq(malformedFrames.identity, sender.identity));
  const frames = [...kept, ...refused].flatMap(({ raw }) => (raw === null ? [] : [Buffer.from(raw).toString()]));
  const withImage = frames.filter((frame) => frame.includes('"image"'));
  expect(withImage).toHaveLength(2);
  for (const frame of withImage) expect(frame).toMatch(/"data":"\(\d+ characters\)"/);
  expect(JSON.stringify([await rows(), kept])).not.toContain(image.data.slice(0, 100));
});
