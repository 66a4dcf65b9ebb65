import type { Policy } from '@varde/catalogue/permissions';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { resetOrder } from '@varde/testing/reset-order';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import type { devices } from '#domain/devices/tables.ts';
import { createAlarmsFeature } from './index.ts';
import { withAbilities } from './present.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  api.events.length = 0;
  api.clock.set(testNow);
});

const claim = (who: Person, alarmId: number) => api.call(who, 'POST', `/ajax/alarms/${alarmId}/claim`);
const release = (who: Person, alarmId: number, claimedBy: number) =>
  api.call(who, 'POST', `/ajax/alarms/${alarmId}/release`, { claimedBy });
const reset = (who: Person, alarmId: number, body: object = resetOrder()) =>
  api.call(who, 'POST', `/ajax/alarms/${alarmId}/reset`, body);
/** Audited actions on an alarm, without looks. */
const actionsOn = async (alarmId: number) =>
  (
    await api.db
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(
        sql`${auditEntries.content}::jsonb ->> 'subjectId' = ${String(alarmId)} and ${auditEntries.action} <> 'alarm.read'`,
      )
      .orderBy(auditEntries.auditId)
  ).map(({ action }) => action);

test('alarms that are not reset are listed newest first, page by page, within the caller’s customers', async () => {
  expect((await api.call('nurse', 'GET', '/ajax/alarms')).body).toMatchObject({
    alarms: [],
    nextCursor: null,
  });
  const ids = [];
  for (let n = 0; n < 3; n++) ids.unshift(await api.addAlarm()); // received at the same time: the id decides
  await api.addAlarm({ state: 'reset' });
  await api.addAlarm({ custId: testCustomers.firm });
  const first = (await api.call('nurse', 'GET', '/ajax/alarms?limit=2')).body;
  const second = (await api.call('nurse', 'GET', `/ajax/alarms?limit=2&cursor=${first.nextCursor}`)).body;
  expect([...first.alarms, ...second.alarms].map((alarm) => alarm.alarmId)).toEqual(ids);
  expect(second.nextCursor).toBeNull();
  expect(first.alarms[0]).toMatchObject({
    abilities: ['claim', 'reset', 'share'],
    state: 'open',
    code: 'sos',
  });
  expect((await api.call('tracker', 'GET', '/ajax/alarms')).body.alarms[0].abilities).toEqual([]);
  expect((await api.call('nurse', 'GET', '/ajax/alarms?cursor=zzz')).status).toBe(400);
});

test("a device's alarms include those that are reset; a foreign device looks like a nonexistent one", async () => {
  const deviId = await api.addDevice();
  const url = `/ajax/alarms?deviId=${deviId}`;
  expect((await api.call('nurse', 'GET', url)).body.alarms).toEqual([]);
  await api.addAlarm({ deviId, state: 'reset' });
  expect((await api.call('nurse', 'GET', url)).body.alarms).toHaveLength(1);
  const foreign = await api.call('stranger', 'GET', url);
  expect(foreign.body).toEqual((await api.call('stranger', 'GET', '/ajax/alarms?deviId=2147483647')).body);
  expect(foreign.status).toBe(404);
});

test('of two concurrent claims, one gets the alarm and the other the name of the first', async () => {
  const alarmId = await api.addAlarm();
  const answers = await Promise.all([claim('nurse', alarmId), claim('colleague', alarmId)]);
  const [won, lost] = answers.sort((a, b) => a.status - b.status);
  expect(won).toMatchObject({
    status: 200,
    body: { state: 'claimed', abilities: ['release', 'handOver', 'reset', 'share'] },
  });
  expect(lost).toMatchObject({ status: 409, body: { code: 'alreadyClaimed' } });
  expect(lost?.body.errors).toEqual([{ path: 'claimedBy', message: won?.body.claimedBy.name }]);
  expect(api.events).toHaveLength(1);
});

test('claiming twice is one claim', async () => {
  const alarmId = await api.addAlarm();
  const first = await claim('nurse', alarmId);
  api.clock.set(testNow + 5000);
  expect(await claim('nurse', alarmId)).toEqual(first);
  expect(api.events).toHaveLength(1);
});

describe('a released claim', () => {
  const claimer = async (who: Person, alarmId: number): Promise<number> =>
    (await claim(who, alarmId)).body.claimedBy.userId;

  test('leaves the alarm open for everybody, without a claimant, and is in the audit log', async () => {
    const [alarmId, other] = [await api.addAlarm(), await api.addAlarm()];
    const nurse = await claimer('nurse', alarmId);
    await claimer('nurse', other);
    api.events.length = 0;
    const answer = await release('nurse', alarmId, nurse);
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'open', claimedBy: null, claimedAt: null, abilities: ['claim', 'reset', 'share'] },
    });
    expect(api.events).toMatchObject([{ type: 'alarm', alarm: { alarmId, state: 'open', claimedBy: null } }]);
    expect(await actionsOn(alarmId)).toEqual(['alarm.claimed', 'alarm.released']);
    expect((await claim('colleague', alarmId)).status).toBe(200);
    expect(await api.db.select().from(alarms).where(eq(alarms.alarmId, other))).toMatchObject([
      { state: 'claimed', claimedBy: nurse },
    ]);
  });

  test('may be that of a colleague who has gone home', async () => {
    const alarmId = await api.addAlarm();
    const nurse = await claimer('nurse', alarmId);
    expect((await release('colleague', alarmId, nurse)).body).toMatchObject({ state: 'open' });
  });

  test('is never the newer claim of another user', async () => {
    const alarmId = await api.addAlarm();
    const nurse = await claimer('nurse', alarmId);
    await release('nurse', alarmId, nurse);
    await claimer('colleague', alarmId);
    expect(await release('nurse', alarmId, nurse)).toMatchObject({
      status: 409,
      body: { code: 'alreadyClaimed', errors: [{ path: 'claimedBy', message: 'colleague Test' }] },
    });
    expect(await api.db.select().from(alarms)).toMatchObject([{ state: 'claimed' }]);
  });

  test('is released once, however often it is requested', async () => {
    const alarmId = await api.addAlarm();
    const nurse = await claimer('nurse', alarmId);
    const answers = await Promise.all([
      release('nurse', alarmId, nurse),
      release('nurse', alarmId, nurse),
      release('colleague', alarmId, nurse),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await actionsOn(alarmId)).toEqual(['alarm.claimed', 'alarm.released']);
  });

  test('does not open an alarm that was reset, nor remove the name from one that signalled again', async () => {
    const alarmId = await api.addAlarm();
    const nurse = await claimer('nurse', alarmId);
    await reset('colleague', alarmId, resetOrder({ claimedAt: testNow }));
    expect(await release('nurse', alarmId, nurse)).toMatchObject({
      status: 409,
      body: { code: 'alreadyReset' },
    });
    await api.db.update(alarms).set({ state: 'open' });
    expect((await release('nurse', alarmId, nurse)).body).toMatchObject({ claimedBy: { userId: nurse } });
  });

  test('is refused for a caller without the right to handle alarms', async () => {
    const alarmId = await api.addAlarm();
    const nurse = await claimer('nurse', alarmId);
    expect(await release('tracker', alarmId, nurse)).toMatchObject({ status: 403 });
    expect(await release('stranger', alarmId, nurse)).toEqual(await release('stranger', 2147483647, nurse));
    expect((await api.call('nurse', 'POST', `/ajax/alarms/${alarmId}/release`, {})).body.code).toBe('validationFailed');
    expect(await api.db.select().from(alarms)).toMatchObject([{ state: 'claimed', claimedBy: nurse }]);
  });
});

describe('the latest position of a device in alarm', () => {
  const minute = 60_000;
  const at = (minutes: number) => new Date(testNow + minutes * minute);
  const raised = { posLati: 59.9, posLong: 10.7, posTime: at(0), posType: 1 };
  const placed = { posLati: 60.1, posLong: 11.2, posTime: at(1), posType: 1, posAccuracy: 20 };
  const latestOf = async (who: Person) => (await api.call(who, 'GET', '/ajax/alarms')).body.alarms[0].latestPlace;
  const raiseOn = async (
    device: Partial<typeof devices.$inferInsert>,
    alarm: Partial<typeof alarms.$inferInsert> = {},
  ) => {
    const deviId = await api.addDevice(device);
    return { deviId, alarmId: await api.addAlarm({ deviId, ...raised, ...alarm }) };
  };

  test('is given beside the position of the alarm, in the list, on the live channel and after a claim', async () => {
    const { alarmId } = await raiseOn(placed);
    const latestPlace = {
      posLati: 60.1,
      posLong: 11.2,
      posTime: testNow + minute,
      posType: 1,
      posAccuracy: 20,
      place: null,
    };
    expect((await api.call('nurse', 'GET', '/ajax/alarms')).body.alarms).toMatchObject([
      { posLati: 59.9, latestPlace },
    ]);
    expect(await (await api.open('nurse', 'alarms'))?.first(null)).toMatchObject({
      alarms: [{ latestPlace }],
    });
    expect((await claim('nurse', alarmId)).body).toMatchObject({ latestPlace });
    expect(api.events).toMatchObject([{ type: 'alarm', alarm: { latestPlace } }]);
  });

  test('is given also for an alarm that was raised without a position', async () => {
    await raiseOn(placed, { posLati: null, posLong: null, posTime: null, posType: null });
    expect(await latestOf('nurse')).toMatchObject({ posLati: 60.1 });
  });

  test('is given when it is of the same second as the place of the alarm: the device has moved since', async () => {
    await raiseOn({ ...placed, posTime: at(0) });
    expect(await latestOf('nurse')).toMatchObject({ posLati: 60.1 });
  });

  test.each([
    ['it is the place of the alarm', raised],
    ['it is older', { ...placed, posTime: at(-1) }],
    ['the device was never placed', {}],
    ['the device belongs to another customer by now', { ...placed, custId: testCustomers.otherHome }],
  ])('is left out when %s', async (_, device) => {
    await raiseOn(device);
    expect(await latestOf('operator')).toBeNull();
  });

  test('is left out when the wearer has changed since, and kept on both sides of that moment', async () => {
    const { deviId } = await raiseOn(placed);
    const wornFrom = (time: Date) =>
      api.db.execute(sql`update device_assignments set begins_at = ${time.toISOString()} where devi_id = ${deviId}`);
    await wornFrom(new Date(testNow + 1));
    expect(await latestOf('nurse')).toBeNull();
    await wornFrom(new Date(testNow));
    expect(await latestOf('nurse')).not.toBeNull();
  });

  test('is not published for a device without an alarm, nor to users without the right to positions', async () => {
    const { deviId, alarmId } = await raiseOn(placed);
    const { body } = await claim('nurse', alarmId);
    const may = (policy: Policy) => policy === 'DEVICE_LIST';
    const viewer = {
      userId: 1,
      context: 'PROFFWEB',
      isPrivate: false,
      may,
      acting: { may },
      entitled: { may },
    } as const;
    expect(withAbilities(body, viewer, testNow)).toMatchObject({
      posLati: 59.9,
      latestPlace: null,
    });
    expect((await reset('nurse', alarmId, resetOrder({ claimedAt: testNow }))).body.latestPlace).toBeNull();
    const { body: history } = await api.call('nurse', 'GET', `/ajax/alarms?deviId=${deviId}`);
    expect(history.alarms).toMatchObject([{ posLati: 59.9, latestPlace: null }]);
  });
});

test('an alarm of a foreign customer is answered like a nonexistent one', async () => {
  const alarmId = await api.addAlarm();
  expect(await claim('stranger', alarmId)).toEqual(await claim('stranger', 2147483647));
  expect(await reset('stranger', alarmId)).toMatchObject({ status: 404, body: { code: 'notFound' } });
  expect(await claim('tracker', alarmId)).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
  expect(await reset('nobody', alarmId)).toMatchObject({ status: 403 });
  expect((await api.db.select().from(alarms))[0]).toMatchObject({ state: 'open', handledBy: null });
  expect(api.events).toEqual([]);
});

test('a subscriber first gets every alarm that is not reset, then its changes, with the subscriber’s abilities', async () => {
  const alarmId = await api.addAlarm();
  await api.addAlarm({ custId: testCustomers.firm });
  const [nurse, tracker, stranger] = await Promise.all(
    (['nurse', 'tracker', 'stranger'] as const).map((who) => api.open(who, 'alarms')),
  );
  expect(await api.open('nobody', 'alarms')).toBeNull();
  expect(await nurse?.first(999_999)).toMatchObject({
    complete: true,
    alarms: [{ alarmId, abilities: ['claim', 'reset', 'share'] }],
  });
  await claim('colleague', alarmId);
  await reset('nurse', alarmId, resetOrder({ claimedAt: testNow }));
  for (const event of api.events.reverse()) for (const feed of [nurse, tracker, stranger]) feed?.take(event);
  expect(nurse?.urgent).toBe(true);
  expect(nurse?.flush()).toMatchObject({ complete: false, alarms: [{ alarmId, state: 'reset' }] });
  expect(tracker?.flush().alarms[0]?.abilities).toEqual([]);
  expect(stranger?.flush().alarms).toEqual([]);
  expect((await nurse?.first(null))?.alarms).toEqual([]);
});
