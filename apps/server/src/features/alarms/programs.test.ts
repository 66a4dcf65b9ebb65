import { addTestKey } from '@varde/testing/api-keys';
import { createAlarm, createCustomer, createDevice, createTransaction, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { users } from '#domain/accounts/tables.ts';
import { alarmSignals, alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';

let server: TestServer;
let custId: number;
let deviId: number;
let alarmId: number;
/** The user of the program, its key, and the session of a nurse. */
let centre: number;
let key: string;
let nurse: string;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  custId = await createCustomer(server.db);
  ({ deviId } = await createDevice(server.db, { custId }));
  const tranId = await createTransaction(server.db, { deviId, custId });
  alarmId = await createAlarm(server.db, { deviId, custId, tranId });
  const at = new Date();
  await server.db.insert(alarmSignals).values({ alarmId, tranId, code: 'sos', happenedAt: at, receivedAt: at });
  const user = await createUser(server.db, { role: 'FIRM', custId });
  centre = user.userId;
  await server.db.update(users).set({ firstName: 'Trygghetssentralen', lastName: '' }).where(eq(users.userId, centre));
  key = await addTestKey(server.db, user);
  nurse = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId }));
});

type Method = Parameters<TestServer['call']>[0];
/** A call by the program, as it sends it: without the context header. */
const program = (method: Method, path: string, body?: unknown, with_ = key) =>
  server.call(method, path, {
    headers: { authorization: `Bearer ${with_}`, 'x-varde-context': '' },
    ...(body === undefined ? {} : { body }),
  });
const claim = (as = key) => program('POST', `/ajax/alarms/${alarmId}/claim`, undefined, as);
const reset = (seen: { claimedAt: number | null; signalCount: number }, fields: object = {}) =>
  program('POST', `/ajax/alarms/${alarmId}/reset`, {
    ...{ claimedAt: seen.claimedAt, signalCount: seen.signalCount },
    ...{ handledBy: 'Kari Nes', outcome: 'helped', ...fields },
  });
const entries = async () =>
  (await server.db.select().from(auditEntries).orderBy(asc(auditEntries.auditId))).map(({ content }) =>
    JSON.parse(content),
  );

describe('a program with a key', () => {
  test('takes an alarm and ends it, and the timeline names its user', async () => {
    const taken = await claim();
    expect(taken).toMatchObject({
      status: 200,
      body: { state: 'claimed', claimedBy: { userId: centre, name: 'Trygghetssentralen' } },
    });
    const seen = (await server.call('GET', `/ajax/alarms/${alarmId}`, { as: nurse })).body;
    expect(seen.claimedBy.name).toBe('Trygghetssentralen');
    expect(await reset(taken.body, { note: 'Falt' })).toMatchObject({
      status: 200,
      body: { state: 'reset', resetBy: { userId: centre }, handledBy: 'Kari Nes', note: 'Falt' },
    });
    const timeline = await program('GET', `/ajax/alarms/analysis/${seen.tranId}`);
    const [alarm] = timeline.body.alarms;
    expect(alarm.events.slice(-2)).toMatchObject([
      { by: { name: 'Trygghetssentralen' } },
      { by: { name: 'Trygghetssentralen' }, result: 'helped' },
    ]);
  });

  test('is named with its key in the audit log, which stays whole; a person’s entries have no key', async () => {
    const partner = await createCustomer(server.db, { kind: 'partner' });
    const operator = await createUser(server.db, { role: 'AHP', custId: partner });
    await claim(await addTestKey(server.db, operator, { name: 'Trygghetssentralen' }));
    const body = { claimedBy: operator.userId };
    await server.call('POST', `/ajax/alarms/${alarmId}/release`, { as: nurse, body });
    expect(await entries()).toMatchObject([
      { action: 'alarm.claimed', userId: operator.userId, keyId: 2 },
      { action: 'alarm.released' },
    ]);
    expect((await entries())[1]).not.toHaveProperty('keyId');
    // Who reads the log of the alarm’s customer may not see the users of the alarm centre.
    const reader = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId }));
    const log = (await server.call('GET', '/ajax/audit', { as: reader })).body.entries;
    expect(log.map((entry: { key: unknown }) => entry.key)).toEqual([null, { keyId: 2, name: 'Trygghetssentralen' }]);
    const admin = await server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId: null }));
    const verified = await server.call('GET', '/ajax/audit/verification', { as: admin });
    expect(verified.body).toMatchObject({ intact: true });
  });

  test('leaves looks of its own, apart from those of its user', async () => {
    const url = `/ajax/alarms/${alarmId}`;
    for (let n = 0; n < 2; n++) {
      await program('GET', url);
      await server.call('GET', url, { as: await server.loginAs({ userId: centre }) });
    }
    expect((await entries()).map(({ action, keyId }) => [action, keyId])).toEqual([
      ['alarm.read', 1],
      ['alarm.read', undefined],
    ]);
  });

  test('does nothing twice when it tries again after a lost answer', async () => {
    const first = await claim();
    expect((await claim()).body).toEqual(first.body);
    const ended = await reset(first.body);
    expect(await reset(first.body)).toMatchObject({ status: 200, body: ended.body });
    const changes = (await entries()).filter(({ action }) => action !== 'alarm.read');
    expect(changes.map(({ action }) => action)).toEqual(['alarm.claimed', 'alarm.reset']);
    const otherwise = await reset(first.body, { outcome: 'test' });
    expect(otherwise).toMatchObject({ status: 409, body: { code: 'alreadyReset' } });
    expect((await claim()).body).toMatchObject({ code: 'alreadyReset' });
  });

  test('releases once, and an alarm that is open by then is answered as it is', async () => {
    await claim();
    const release = () => program('POST', `/ajax/alarms/${alarmId}/release`, { claimedBy: centre });
    for (let n = 0; n < 2; n++) expect(await release()).toMatchObject({ status: 200, body: { state: 'open' } });
    const changes = (await entries()).filter(({ action }) => action !== 'alarm.read');
    expect(changes.map(({ action }) => action)).toEqual(['alarm.claimed', 'alarm.released']);
  });

  test('learns who was quicker, and takes nothing from them', async () => {
    const theirs = (await server.call('POST', `/ajax/alarms/${alarmId}/claim`, { as: nurse })).body;
    const { name } = theirs.claimedBy;
    expect(await claim()).toMatchObject({
      status: 409,
      body: { code: 'alreadyClaimed', errors: [{ path: 'claimedBy', message: name }] },
    });
    expect(await reset({ claimedAt: null, signalCount: 1 })).toMatchObject({
      status: 409,
      body: { code: 'alarmChanged' },
    });
  });

  test('ends no signal unseen: after a new one it reads the alarm again', async () => {
    const { body } = await claim();
    await server.db.update(alarms).set({ signalCount: 2 });
    expect((await reset(body)).body).toMatchObject({ code: 'alarmChanged' });
    const again = (await program('GET', `/ajax/alarms/${alarmId}`)).body;
    expect((await reset(again)).status).toBe(200);
  });

  test('confirms an alarm that was handed over to its user', async () => {
    const { claimedBy } = (await server.call('POST', `/ajax/alarms/${alarmId}/claim`, { as: nurse })).body;
    const handOver = { claimedBy: claimedBy.userId, userId: centre };
    await server.call('POST', `/ajax/alarms/${alarmId}/hand-over`, { as: nurse, body: handOver });
    expect((await claim()).body).toMatchObject({ handedOverBy: null, claimedBy: { userId: centre } });
  });

  test('sees and takes nothing of another customer, and nothing that is lent for reading', async () => {
    const elsewhere = await createCustomer(server.db);
    const stranger = await createUser(server.db, { role: 'FIRM', custId: elsewhere });
    const foreign = await addTestKey(server.db, stranger);
    expect((await claim(foreign)).body).toMatchObject({ code: 'notFound' });
    expect((await program('GET', '/ajax/alarms', undefined, foreign)).body.alarms).toEqual([]);
    for (const path of [`/ajax/alarms/${alarmId}`, `/ajax/devices/${deviId}`])
      expect((await program('GET', path, undefined, foreign)).status).toBe(404);
    const tracker = await addTestKey(server.db, await createUser(server.db, { role: 'TRACKER', custId }));
    expect(await claim(tracker)).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
    expect(await server.db.select().from(alarms)).toMatchObject([{ state: 'open' }]);
  });

  test('acts in the context in which its key was made, while its user is an alarm centre’s', async () => {
    const partner = await createCustomer(server.db, { kind: 'partner' });
    const operator = await createUser(server.db, { role: 'AHP', custId: partner });
    for (const context of ['PROFFWEB', 'AHP'] as const) {
      const made = await addTestKey(server.db, operator, { context });
      await program('GET', `/ajax/devices/${deviId}`, undefined, made);
      expect((await entries()).at(-1)).toMatchObject({ action: 'device.read', context });
    }
    const former = await addTestKey(server.db, { userId: centre }, { context: 'AHP' });
    await program('GET', `/ajax/devices/${deviId}`, undefined, former);
    expect((await entries()).at(-1)).toMatchObject({ userId: centre, context: 'PROFFWEB' });
  });
});
