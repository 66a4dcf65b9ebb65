import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { openLiveClient } from '@varde/testing/live-client';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { deviceNotes, devices } from '#domain/devices/tables.ts';

let server: TestServer;
let clock: ManualClock;
let homes: { mine: number; other: number };
let deviId: number;
const as = { nurse: '', tracker: '', neighbour: '', manager: '' };

beforeAll(async () => {
  clock = createManualClock();
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db);
  homes = {
    mine: await createCustomer(db, { kind: 'home', parentId: city }),
    other: await createCustomer(db, { kind: 'home', parentId: city }),
  };
  ({ deviId } = await createDevice(db, { custId: homes.mine }));
  const login = async (role: 'RESTRICTED_USER' | 'TRACKER' | 'SUPERFIRM', custId: number) =>
    server.loginAs(await createUser(db, { role, custId }));
  as.nurse = await login('RESTRICTED_USER', homes.mine);
  as.tracker = await login('TRACKER', homes.mine);
  as.neighbour = await login('RESTRICTED_USER', homes.other);
  as.manager = await login('SUPERFIRM', city);
});

interface Body {
  id: number;
  note: string;
  sms: boolean;
}
const save = (who: string, body: Partial<Body>, device = deviId): Promise<TestAnswer> =>
  server.call('PUT', `/ajax/devices/${device}/note`, {
    as: who,
    body: { id: 0, note: '', sms: false, ...body },
  });
const read = (who: string, device = deviId): Promise<TestAnswer> =>
  server.call('GET', `/ajax/devices/${device}/note`, { as: who });
const row = async (who: string): Promise<{ hasNote: boolean; noteAddedAt: number | null }> => {
  const { body }: TestAnswer = await server.call('GET', '/ajax/devices', { as: who });
  return body.devices[0];
};

test('[D3.028 D7.034 D7.035] a saved note is read with its number, device, text, SMS flag, time and author', async () => {
  const saved = await save(as.nurse, { note: '  Hører dårlig.\nSnakk tydelig.  ', sms: true });
  const expected = {
    id: expect.any(Number),
    deviId,
    note: 'Hører dårlig.\nSnakk tydelig.',
    sms: true,
    lastChanged: clock.now(),
    log: { changedBy: expect.stringMatching(/^Test Bruker/) },
    abilities: ['edit'],
  };
  expect(saved).toMatchObject({ status: 200, body: expected });
  expect((await read(as.nurse)).body).toEqual(saved.body);
  expect((await read(as.nurse)).body.id).toBeGreaterThan(0);
  const { body: later } = await save(as.manager, { id: saved.body.id, note: 'Hører godt' });
  const authors = [saved.body, later].map(({ log }) => log.changedBy);
  expect(new Set(authors).size, 'each has its own author').toBe(2);
});

test('[C3.18] a note that is added or removed is published to the subscribers of the list, as a change of its device alone, and to no others', async () => {
  await server.app.start();
  const follow = async (who: string) => {
    const client = await openLiveClient(server.port(), { cookie: who });
    client.send('SUBSCRIBE', { id: 'a', destination: '/topic/devices', receipt: 'r' });
    await client.next('RECEIPT');
    return client;
  };
  const [nurse, neighbour] = [await follow(as.nurse), await follow(as.neighbour)];
  const { body } = await save(as.nurse, { note: 'Bor alene' });
  const change = async () => JSON.parse((await nurse.next('MESSAGE')).body).changes[0];
  expect(await change()).toMatchObject({ deviId, hasNote: true, noteAddedAt: clock.now() });
  await save(as.nurse, { id: body.id });
  expect(await change()).toMatchObject({ hasNote: false });
  const { deviId: theirs } = await createDevice(server.db, { custId: homes.other });
  await save(as.neighbour, { note: 'Deres' }, theirs);
  expect(JSON.parse((await neighbour.next('MESSAGE')).body).changes).toMatchObject([{ deviId: theirs }]);
  nurse.close();
  neighbour.close();
});

test('[C3.17 C4.13 C4.14] text sets hasNote in the list, and an empty text clears it', async () => {
  expect(await row(as.nurse)).toMatchObject({ hasNote: false, noteAddedAt: null });
  const { body } = await save(as.nurse, { note: 'Bor alene' });
  expect(await row(as.nurse)).toMatchObject({ hasNote: true, noteAddedAt: clock.now() });
  expect((await save(as.nurse, { id: body.id, note: ' \n ' })).body).toMatchObject({ id: 0, note: '' });
  expect(await row(as.nurse)).toMatchObject({ hasNote: false, noteAddedAt: null });
  expect(await server.db.select().from(deviceNotes)).toEqual([]);
});

test('a changed note keeps when it was added', async () => {
  const added = clock.now();
  const first = await save(as.nurse, { note: 'Bor alene' });
  clock.advance(60_000);
  const second = await save(as.nurse, { id: first.body.id, note: 'Bor med Ola' });
  expect(second.body.lastChanged).toBe(clock.now());
  expect((await row(as.nurse)).noteAddedAt).toBe(added);
});

test('[D5.018] a note has at most 256 characters', async () => {
  expect((await save(as.nurse, { note: 'a'.repeat(257) })).status).toBe(400);
  expect((await save(as.nurse, { note: 'a\0b' })).status).toBe(400);
  expect((await save(as.nurse, { note: 'å'.repeat(256) })).status).toBe(200);
});

test('a note that another user has changed meanwhile is not overwritten', async () => {
  const { body } = await save(as.nurse, { note: 'Bor alene' });
  expect(await save(as.manager, { note: 'Uten å ha lest' })).toMatchObject({
    status: 409,
    body: { code: 'noteChanged' },
  });
  const { body: newer } = await save(as.manager, { id: body.id, note: 'Nøkkel hos naboen' });
  expect((await save(as.nurse, { id: body.id, note: '' })).status).toBe(409);
  expect((await read(as.nurse)).body).toEqual(newer);
});

test('[D6.024] a tracker has the note too, and a user without DEVICE_NOTE neither reads, saves nor lists it', async () => {
  expect((await save(as.tracker, { note: 'Går til butikken' })).status).toBe(200);
  const nobody = await server.loginAs(await createUser(server.db));
  expect((await read(nobody)).status).toBe(403);
  expect((await save(nobody, { note: 'x' })).status).toBe(403);
  expect((await server.call('GET', '/ajax/notes', { as: nobody })).status).toBe(403);
  const { body }: TestAnswer = await server.call('GET', `/ajax/devices/${deviId}`, { as: as.tracker });
  expect(body.abilities).toContain('note');
});

test('[C6.53] a note is hidden from a private user, and from a partner in the alarm-handling context', async () => {
  const home = await createCustomer(server.db, { kind: 'private' });
  const { deviId: own } = await createDevice(server.db, { custId: home });
  const abilitiesOf = async (who: string, device: number) =>
    (await server.call('GET', `/ajax/devices/${device}`, { as: who })).body as { abilities: string[] };
  const owner = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId: home }));
  const partner = await createUser(server.db, { role: 'AHP', custId: homes.other });
  expect((await abilitiesOf(owner, own)).abilities).not.toContain('note');
  expect((await abilitiesOf(await server.loginAs(partner, 'AHP'), deviId)).abilities).not.toContain('note');
  expect((await abilitiesOf(as.nurse, deviId)).abilities).toContain('note');
});

test('a note belongs to the wearer: hidden after a handover, and from another customer', async () => {
  await save(as.nurse, { note: 'Glemmer å spise' });
  expect((await read(as.neighbour)).status).toBe(404);
  expect((await save(as.neighbour, { note: 'x' })).status).toBe(404);
  const moved = await server.call('POST', `/ajax/devices/${deviId}/assignments`, {
    as: as.manager,
    body: { custId: homes.other },
  });
  expect(moved.status).toBe(200);
  expect(await row(as.neighbour)).toMatchObject({ hasNote: false, noteAddedAt: null });
  expect((await read(as.neighbour)).body).toMatchObject({ id: 0, note: '' });
  expect((await read(as.nurse)).status).toBe(404);
  await save(as.neighbour, { note: 'Ny bruker' });
  expect((await server.db.select().from(deviceNotes)).map(({ note }) => note)).toEqual([
    'Glemmer å spise',
    'Ny bruker',
  ]);
});

test('the audit log records that the note was read and saved, without its text', async () => {
  await save(as.nurse, { note: 'Drikker mye' });
  await read(as.nurse);
  const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.deviId, deviId));
  expect(entries.map(({ action }) => action)).toEqual(['note.saved', 'note.read']);
  expect(JSON.stringify(entries)).not.toContain('Drikker');
});

test('[C7.31] all notes of the caller’s devices are listed page by page, the latest added first', async () => {
  const { db } = server;
  const second = await createDevice(db, { custId: homes.mine });
  const foreign = await createDevice(db, { custId: homes.other });
  await createDevice(db, { custId: homes.mine });
  await save(as.nurse, { note: 'Først' });
  clock.advance(1);
  await save(as.nurse, { note: 'Sist', sms: true }, second.deviId);
  await save(as.neighbour, { note: 'Fremmed' }, foreign.deviId);
  const list = async (query: string): Promise<TestAnswer> =>
    server.call('GET', `/ajax/notes${query}`, { as: as.nurse });
  const first = await list('?limit=1');
  expect(first.body.notes).toMatchObject([{ deviId: second.deviId, note: 'Sist', sms: true }]);
  const rest = await list(`?limit=1&cursor=${first.body.nextCursor}`);
  expect(rest.body).toMatchObject({ notes: [{ deviId, note: 'Først' }], nextCursor: null });
  expect((await list('?cursor=x')).status).toBe(400);
});

test('[C7.31] the list of notes is asked for certain devices, within what the caller may see', async () => {
  const [flagged, plain, foreign] = await Promise.all([
    createDevice(server.db, { custId: homes.mine }),
    createDevice(server.db, { custId: homes.mine }),
    createDevice(server.db, { custId: homes.other }),
  ]);
  await save(as.nurse, { note: 'Nøkkel hos naboen', sms: true }, flagged.deviId);
  await save(as.nurse, { note: 'Liker kaffe' }, plain.deviId);
  await save(as.neighbour, { note: 'Fremmed', sms: true }, foreign.deviId);
  const all = [deviId, flagged.deviId, plain.deviId, foreign.deviId].join(',');
  const listed = async (query: string) => {
    const { body }: TestAnswer = await server.call('GET', `/ajax/notes?${query}`, { as: as.nurse });
    return body.notes.map(({ note }: { note: string }) => note);
  };
  expect(await listed(`deviIds=${all}`)).toEqual(['Liker kaffe', 'Nøkkel hos naboen']);
  expect(await listed(`deviIds=${deviId},2147483648,9999999999`)).toEqual([]);
  for (const wrong of ['x', '', '1,', '0', Array(201).fill(1).join(',')]) {
    const answer = await server.call('GET', `/ajax/notes?deviIds=${wrong}`, { as: as.nurse });
    expect(answer.status, wrong).toBe(400);
  }
});

test('a handover leaves no time of a note on the device', async () => {
  await save(as.nurse, { note: 'Bor alene' });
  await server.call('POST', `/ajax/devices/${deviId}/assignments`, {
    as: as.manager,
    body: { custId: homes.mine },
  });
  const [device] = await server.db.select().from(devices).where(eq(devices.deviId, deviId));
  expect(device?.noteAddedAt).toBeNull();
});
