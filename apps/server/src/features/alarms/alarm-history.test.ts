import { metyId } from '@varde/catalogue/message-types';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { resetOrder } from '@varde/testing/reset-order';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarmSignals } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { deviceAssignments } from '#domain/devices/tables.ts';
import { createAlarmsFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
});
afterAll(() => api.close());
beforeEach(() => api.clear());

const raise = async (alarm: Parameters<FeatureApi['addAlarm']>[0] = {}) =>
  api.addAlarm({
    state: 'reset',
    deviId: await api.addDevice({ custId: alarm.custId ?? testCustomers.home }),
    ...alarm,
  });
const history = (who: Person, query = '') => api.call(who, 'GET', `/ajax/alarms/history?${query}`);
const idsIn = async (query = '', who: Person = 'nurse') =>
  (await history(who, query)).body.alarms.map(({ alarmId }: { alarmId: number }) => alarmId);

describe('the history of alarms', () => {
  test('has the open and the reset alarms of the caller’s customers, newest first, page by page', async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) ids.unshift(await raise());
    ids.unshift(await raise({ state: 'open' }));
    const older = await raise({ receivedAt: new Date(testNow - 1) });
    await raise({ custId: testCustomers.firm });
    const seen: number[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 9; page++) {
      const { body } = await history('nurse', `limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.alarms.map(({ alarmId }: { alarmId: number }) => alarmId));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual([...ids, older]);
    expect(await idsIn('', 'stranger')).toHaveLength(1);
    expect((await history('nobody')).status).toBe(403);
    expect((await history('nurse', 'cursor=zzz')).status).toBe(400);
  });

  test('is filtered by device, customer, kind, outcome and time; each filter excludes the others', async () => {
    const deviId = await api.addDevice({ deviceName: 'Øygard 100 %', deviceSerialNumber: 'XY_1' });
    const named = await raise({ deviId });
    const other = await raise({ custId: testCustomers.otherHome, metyId: metyId.manDown });
    const helped = await raise({ outcome: 'helped' });
    const early = await raise({ receivedAt: new Date(testNow - 1000) });
    const all = [helped, other, named, early];
    expect(await idsIn('', 'manager')).toEqual(all);
    expect(await idsIn(`search=${encodeURIComponent('øYGARD')}`, 'manager')).toEqual([named]);
    expect(await idsIn('search=y_1', 'manager')).toEqual([named]);
    expect(await idsIn('search=yx1', 'manager')).toEqual([]);
    expect(await idsIn(`custId=${testCustomers.otherHome}`, 'manager')).toEqual([other]);
    expect(await idsIn(`custId=${testCustomers.otherHome}`, 'nurse')).toEqual([]);
    expect(await idsIn(`metyId=${metyId.manDown}`, 'manager')).toEqual([other]);
    expect(await idsIn('outcome=helped', 'manager')).toEqual([helped]);
    expect(await idsIn(`from=${testNow}`, 'manager')).toEqual([helped, other, named]);
    expect(await idsIn(`to=${testNow}`, 'manager')).toEqual([early]);
    expect(await idsIn(`from=${testNow - 1000}&to=${testNow}`, 'manager')).toEqual([early]);
    for (const wrong of ['outcome=x', 'metyId=32768', 'from=x', `to=${Number.MAX_SAFE_INTEGER}`, 'custId=0'])
      expect((await history('nurse', wrong)).status, wrong).toBe(400);
  });

  test('is filtered by whether an alarm came to an alarm centre', async () => {
    const toCentre = await raise({ escalatedAt: new Date(testNow) });
    const kept = await raise();
    expect(await idsIn()).toEqual([kept, toCentre]);
    expect(await idsIn('escalated=yes')).toEqual([toCentre]);
    expect(await idsIn('escalated=no')).toEqual([kept]);
    expect((await history('nurse', 'escalated=true')).status).toBe(400);
  });

  test('is filtered by the user who claimed or reset it, or by the typed responder', async () => {
    const alarmId = await raise({ state: 'open' });
    const { body } = await api.call('nurse', 'POST', `/ajax/alarms/${alarmId}/claim`);
    await api.call('colleague', 'POST', `/ajax/alarms/${alarmId}/reset`, {
      ...resetOrder({ claimedAt: body.claimedAt }),
      handledBy: 'Vikar Åse',
    });
    await raise();
    expect(await idsIn(`who=${encodeURIComponent(body.claimedBy.name.toUpperCase())}`)).toEqual([alarmId]);
    expect(await idsIn(`who=${encodeURIComponent('vikar å')}`)).toEqual([alarmId]);
    expect(await idsIn('who=%25')).toEqual([]);
  });

  test('hides alarms of a former wearer from the next customer, and from users without access to all of that time', async () => {
    const deviId = await api.addDevice();
    await api.db.delete(deviceAssignments);
    const assignment = (custId: number, from: number, to: number | null) =>
      api.db
        .insert(deviceAssignments)
        .values({ deviId, custId, beginsAt: new Date(from), endsAt: to === null ? null : new Date(to) })
        .returning({ assignmentId: deviceAssignments.assignmentId })
        .then(([row]) => row?.assignmentId ?? 0);
    const former = await assignment(testCustomers.home, testNow - 9000, testNow - 5000);
    const present = await assignment(testCustomers.home, testNow - 5000, null);
    const at = new Date(testNow - 6000);
    const old = await raise({ deviId, assignmentId: former, happenedAt: at, receivedAt: at });
    const now = await raise({ deviId, assignmentId: present });
    expect(await idsIn('', 'nurse')).toEqual([now]);
    expect((await api.call('nurse', 'GET', `/ajax/alarms/${old}`)).status).toBe(404);
    expect(await idsIn('', 'operator')).toEqual([now]);
    expect(await idsIn('', 'admin')).toEqual([now, old]);
    expect((await api.call('admin', 'GET', `/ajax/alarms/${old}`)).status).toBe(200);
    expect(await idsIn('', 'stranger')).toEqual([]);
  });

  test('finds a device by its number, and not by its present name, after it went to another customer', async () => {
    const deviId = await api.addDevice({
      deviceName: 'Ny bærer',
      deviceSerialNumber: 'SN77',
      custId: testCustomers.otherHome,
    });
    const alarmId = await raise({ deviId, custId: testCustomers.home });
    expect(await idsIn('search=ny', 'operator')).toEqual([]);
    expect(await idsIn('search=sn77', 'operator')).toEqual([alarmId]);
    expect((await history('operator', 'search=sn77')).body.alarms[0].deviceName).toBe('SN77');
  });

  test('audits each alarm shown as a look', async () => {
    const alarmId = await raise();
    await history('colleague');
    const looks = await api.db
      .select()
      .from(auditEntries)
      .where(sql`action = 'alarm.read' and content::jsonb ->> 'subjectId' = ${String(alarmId)}`);
    expect(looks).toHaveLength(1);
  });
});

test('one alarm comes with each of its signals, oldest first, to authorised users only', async () => {
  const alarmId = await raise({ state: 'open' });
  const other = await raise({ state: 'open' });
  const signal = (id: number, code: string, at: number) =>
    api.db.insert(alarmSignals).values({
      alarmId: id,
      tranId: at,
      code,
      happenedAt: new Date(testNow + at),
      receivedAt: new Date(testNow + at),
    });
  await signal(alarmId, 'fall', 2);
  await signal(alarmId, 'sos', 1);
  await signal(other, 'sos', 3);
  const { body } = await api.call('nurse', 'GET', `/ajax/alarms/${alarmId}`);
  expect(body).toMatchObject({ alarmId, state: 'open', abilities: ['claim', 'reset', 'share'] });
  expect(body.signals).toEqual([
    { code: 'sos', happenedAt: testNow + 1, receivedAt: testNow + 1 },
    { code: 'fall', happenedAt: testNow + 2, receivedAt: testNow + 2 },
  ]);
  expect((await api.call('stranger', 'GET', `/ajax/alarms/${alarmId}`)).status).toBe(404);
  expect((await api.call('nobody', 'GET', `/ajax/alarms/${alarmId}`)).status).toBe(403);
  expect((await api.call('nurse', 'GET', '/ajax/alarms/2147483647')).status).toBe(404);
});
