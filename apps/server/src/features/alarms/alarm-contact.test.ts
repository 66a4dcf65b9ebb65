import type { Alarm } from '@varde/contract/alarms';
import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { openLiveClient } from '@varde/testing/live-client';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { resetOrder } from '@varde/testing/reset-order';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { messageUplink, sosSample } from '@varde/testing/uplinks';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { linkTwins } from '#domain/life/twins.ts';

const number = '+47 580 00 123';
let server: TestServer;
let clock: ManualClock;
let homes: { city: number; mine: number; other: number };
let device: TestDevice;
const as = { nurse: '', tracker: '', neighbour: '', manager: '', partner: '' };

beforeAll(async () => {
  clock = createManualClock();
  server = await startTestServer({ clock });
  await server.app.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db, { firmName: 'Solvik kommune' });
  const addHome = () => createCustomer(db, { kind: 'home', parentId: city });
  homes = { city, mine: await addHome(), other: await addHome() };
  device = await createDevice(db, { custId: homes.mine });
  await db.update(devices).set({ formattedPhoneNumE164: number }).where(eq(devices.deviId, device.deviId));
  const login = async (role: 'RESTRICTED_USER' | 'TRACKER' | 'SUPERFIRM', custId: number) =>
    server.loginAs(await createUser(db, { role, custId }));
  as.nurse = await login('RESTRICTED_USER', homes.mine);
  as.tracker = await login('TRACKER', homes.mine);
  as.neighbour = await login('RESTRICTED_USER', homes.other);
  as.manager = await login('SUPERFIRM', city);
  as.partner = await server.loginAs(await createUser(db, { role: 'AHP', custId: homes.other }), 'AHP');
});

const press = (from = device) => {
  clock.advance(60_000);
  return server.bus.publishUplink(messageUplink(from.identity, clock.now(), [sosSample()]));
};
const listFor = async (who: string): Promise<Alarm[]> =>
  (await server.call('GET', '/ajax/alarms', { as: who })).body.alarms;
const shownTo = async (who: string) => {
  const [alarm] = await listFor(who);
  return alarm && [alarm.formattedPhoneNumE164, alarm.hasNote, alarm.deviceNote];
};
const saveNote = async (note: string, sms: boolean, deviId = device.deviId) => {
  const path = `/ajax/devices/${deviId}/note`;
  const { id } = (await server.call('GET', path, { as: as.manager })).body;
  const body = { id, note, sms };
  expect((await server.call('PUT', path, { as: as.manager, body })).status).toBe(200);
};
async function follow(who: string) {
  const client = await openLiveClient(server.port(), { cookie: who });
  client.send('SUBSCRIBE', { id: 'a', destination: '/topic/alarms', receipt: 'r' });
  await client.next('RECEIPT');
  const next = async (): Promise<Alarm[]> => JSON.parse((await client.next('MESSAGE')).body).alarms;
  expect(await next()).toEqual([]);
  return { next, close: () => client.close() };
}

test('an alarm has the number of its device, and the note that its author has flagged for messages about alarms', async () => {
  await press();
  expect(await shownTo(as.nurse)).toEqual([number, false, null]);
  await saveNote('Bor alene', false);
  expect(await shownTo(as.nurse)).toEqual([number, true, null]);
  await saveNote('Nøkkel hos naboen', true);
  expect(await shownTo(as.nurse)).toEqual([number, true, 'Nøkkel hos naboen']);
  await saveNote('', false);
  expect(await shownTo(as.nurse)).toEqual([number, false, null]);
});

test('a tracker sees both, and so does an alarm centre, which sees no sign of a note that is not flagged', async () => {
  await saveNote('Nøkkel hos naboen', true);
  await press();
  expect(await shownTo(as.tracker)).toEqual([number, true, 'Nøkkel hos naboen']);
  expect(await shownTo(as.partner)).toEqual([number, true, 'Nøkkel hos naboen']);
  await saveNote('Nøkkel hos naboen', false);
  expect(await shownTo(as.tracker)).toEqual([number, true, null]);
  expect(await shownTo(as.partner)).toEqual([number, false, null]);
  expect(await shownTo(as.neighbour)).toBeUndefined();
});

test('a private user sees nothing of a note', async () => {
  const { db } = server;
  const home = await createCustomer(db, { kind: 'private' });
  const own = await createDevice(db, { custId: home });
  const owner = await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: home }));
  const { deviId } = own;
  await db.execute(sql`insert into device_notes (assignment_id, note, sms, last_changed)
    select assignment_id, 'Til meg selv', true, now() from device_assignments where devi_id = ${deviId}`);
  await db.update(devices).set({ noteAddedAt: new Date() }).where(eq(devices.deviId, deviId));
  await press(own);
  expect(await shownTo(owner)).toEqual([null, false, null]);
});

test('the live channel carries the same alarm as the list: when it is raised, when its note is saved, and when its device is renamed', async () => {
  await saveNote('Nøkkel hos naboen', true);
  const [nurse, partner] = [await follow(as.nurse), await follow(as.partner)];
  await press();
  expect(await nurse.next()).toEqual(await listFor(as.nurse));
  expect(await partner.next()).toEqual(await listFor(as.partner));
  await saveNote('Nøkkel i boks', false);
  const [noted] = await nurse.next();
  expect(noted).toMatchObject({ hasNote: true, deviceNote: null });
  expect([noted]).toEqual(await listFor(as.nurse));
  expect(await partner.next()).toMatchObject([{ hasNote: false, deviceNote: null }]);
  const rename = { as: as.manager, body: { deviceName: 'Astrid Lie' } };
  await server.call('PUT', `/ajax/devices/${device.deviId}/name`, rename);
  expect(await nurse.next()).toMatchObject([{ deviceName: 'Astrid Lie' }]);
  nurse.close();
  partner.close();
});

test('the alarm of a clone shows the note of its master, also live', async () => {
  const { db } = server;
  const clone = await createDevice(db, { custId: homes.mine });
  const [first, second] = await db.select().from(devices).orderBy(devices.deviId);
  if (first && second) await linkTwins(db, { master: first, clone: second });
  const nurse = await follow(as.nurse);
  await press(clone);
  expect(await nurse.next()).toMatchObject([{ hasNote: false, deviceNote: null }]);
  await saveNote('Nøkkel hos naboen', true);
  expect(await nurse.next()).toMatchObject([{ deviId: clone.deviId, deviceNote: 'Nøkkel hos naboen' }]);
  await press(clone);
  const [again] = await nurse.next();
  expect(again).toMatchObject({ signalCount: 2, deviceNote: 'Nøkkel hos naboen' });
  expect([again]).toEqual(await listFor(as.nurse));
  nurse.close();
});

test('neither number nor note is shown once the alarm is reset, or another customer has the device', async () => {
  await saveNote('Nøkkel hos naboen', true);
  await press();
  const [alarm] = await listFor(as.nurse);
  const reset = await server.call('POST', `/ajax/alarms/${alarm?.alarmId}/reset`, {
    as: as.nurse,
    body: resetOrder({ signalCount: alarm?.signalCount ?? 0 }),
  });
  expect(reset.body).toMatchObject({
    state: 'reset',
    formattedPhoneNumE164: null,
    hasNote: false,
    deviceNote: null,
  });
  await press();
  await server.db.execute(sql`update device_assignments set ends_at = now() where devi_id = ${device.deviId}`);
  await server.db.update(devices).set({ custId: homes.other }).where(eq(devices.deviId, device.deviId));
  expect(await shownTo(as.nurse)).toEqual([null, false, null]);
});

describe('the alarm centre that comes last', () => {
  const centreFor = async (who: string) => {
    const [alarm] = await listFor(as.manager);
    return (await server.call('GET', `/ajax/alarms/${alarm?.alarmId}`, { as: who })).body.nextCentre;
  };
  const addCentre = (firmName: string) => createCustomer(server.db, { kind: 'partner', firmName });

  test('is named for those who handle the alarm, until it has got it', async () => {
    await press();
    expect(await centreFor(as.nurse), 'the device has none').toBeNull();
    await server.db.update(devices).set({ ahpId: await addCentre('Solvik alarm') });
    expect(await centreFor(as.nurse)).toBe('Solvik alarm');
    expect(await centreFor(as.tracker)).toBeNull();
    await server.db.update(alarms).set({ escalatedAt: new Date(clock.now()) });
    expect(await centreFor(as.nurse)).toBeNull();
  });

  test('is that of the earlier customer when another one has the device by now', async () => {
    await press();
    const defaultAhp = await addCentre('Fjord alarm');
    await server.db.update(customers).set({ defaultAhp }).where(eq(customers.custId, homes.mine));
    expect(await centreFor(as.nurse), 'its device has none').toBeNull();
    await server.db.update(devices).set({ custId: homes.other });
    expect(await centreFor(as.nurse)).toBe('Fjord alarm');
    await server.db.update(customers).set({ takesAlarms: false }).where(eq(customers.custId, defaultAhp));
    expect(await centreFor(as.nurse), 'it takes no alarms').toBeNull();
  });
});
