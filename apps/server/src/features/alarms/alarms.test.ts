import { metyId } from '@varde/catalogue/message-types';
import { statusByKey } from '@varde/catalogue/statuses';
import {
  type FeatureApi,
  openFeatureApi,
  type Person,
  testCustomers,
  testNow,
} from '@varde/testing/feature-api';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { alarms, devices, transactions } from '#platform/schema.ts';
import { createAlarmsFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.execute(sql`truncate devices, transactions, alarms cascade`);
  api.events.length = 0;
});

const alarmPriority = statusByKey('alarm').priority;

async function raise(alarm: Partial<typeof alarms.$inferInsert> = {}): Promise<number> {
  const deviId = alarm.deviId ?? (await api.addDevice({ flags: ['alarmWarning'], status: alarmPriority }));
  const at = new Date(testNow);
  const [row] = await api.db
    .insert(alarms)
    .values({
      custId: testCustomers.home,
      metyId: metyId.alarm,
      code: 'sos',
      happenedAt: at,
      receivedAt: at,
      lastSignalAt: at,
      tranId: 1,
      tranSource: 3,
      rev: sql`nextval('rev_seq')`,
      ...alarm,
      deviId,
    })
    .returning({ alarmId: alarms.alarmId });
  return row?.alarmId ?? 0;
}

const claim = (who: Person, alarmId: number) => api.call(who, 'POST', `/ajax/alarms/${alarmId}/claim`);
const reset = (who: Person, alarmId: number, body: object = { handledBy: 'Kari', outcome: 'helped' }) =>
  api.call(who, 'POST', `/ajax/alarms/${alarmId}/reset`, body);
const deviceOf = async (alarmId: number) =>
  (
    await api.db
      .select()
      .from(devices)
      .innerJoin(alarms, eq(alarms.deviId, devices.deviId))
      .where(eq(alarms.alarmId, alarmId))
  )[0]?.devices;

test('alarms that are not reset are listed newest first, page by page, within the own customers', async () => {
  expect((await api.call('nurse', 'GET', '/ajax/alarms')).body).toMatchObject({
    alarms: [],
    nextCursor: null,
  });
  const ids = [];
  for (let n = 0; n < 3; n++) ids.unshift(await raise()); // received at the same moment: the id decides
  await raise({ state: 'reset' });
  await raise({ custId: testCustomers.firm });
  const first = (await api.call('nurse', 'GET', '/ajax/alarms?limit=2')).body;
  const second = (await api.call('nurse', 'GET', `/ajax/alarms?limit=2&cursor=${first.nextCursor}`)).body;
  expect([...first.alarms, ...second.alarms].map((alarm) => alarm.alarmId)).toEqual(ids);
  expect(second.nextCursor).toBeNull();
  expect(first.alarms[0]).toMatchObject({ abilities: ['claim', 'reset'], state: 'open', code: 'sos' });
  expect((await api.call('tracker', 'GET', '/ajax/alarms')).body.alarms[0].abilities).toEqual([]);
  expect((await api.call('nurse', 'GET', '/ajax/alarms?cursor=zzz')).status).toBe(400);
});

test("a device's alarms include those that are reset; a foreign device looks as if it were not there", async () => {
  const deviId = await api.addDevice();
  const url = `/ajax/alarms?deviId=${deviId}`;
  expect((await api.call('nurse', 'GET', url)).body.alarms).toEqual([]);
  await raise({ deviId, state: 'reset' });
  expect((await api.call('nurse', 'GET', url)).body.alarms).toHaveLength(1);
  const foreign = await api.call('stranger', 'GET', url);
  expect(foreign.body).toEqual((await api.call('stranger', 'GET', '/ajax/alarms?deviId=2147483647')).body);
  expect(foreign.status).toBe(404);
});

test('of two who claim at once one gets the alarm and the other is told who has it', async () => {
  const alarmId = await raise();
  const answers = await Promise.all([claim('nurse', alarmId), claim('colleague', alarmId)]);
  const [won, lost] = answers.sort((a, b) => a.status - b.status);
  expect(won).toMatchObject({ status: 200, body: { state: 'claimed', abilities: ['reset'] } });
  expect(lost).toMatchObject({ status: 409, body: { code: 'alreadyClaimed' } });
  expect(lost?.body.errors).toEqual([{ path: 'claimedBy', message: won?.body.claimedBy.name }]);
  expect(api.events).toHaveLength(1);
});

test('claiming twice is one claim', async () => {
  const alarmId = await raise();
  const first = await claim('nurse', alarmId);
  api.clock.set(testNow + 5000);
  expect(await claim('nurse', alarmId)).toEqual(first);
  expect(api.events).toHaveLength(1);
});

test('two resets at once are one reset, one log line and one refusal that names who reset it', async () => {
  const alarmId = await raise();
  const answers = await Promise.all([reset('nurse', alarmId), reset('nurse', alarmId)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'alreadyReset',
    errors: [{ path: 'resetBy', message: 'nurse Test' }],
  });
  expect(await api.db.select().from(transactions)).toHaveLength(1);
  expect(api.events.map(({ type }) => type)).toEqual(['alarm', 'device', 'transactions']);
  expect(await claim('nurse', alarmId)).toMatchObject({ status: 409, body: { code: 'alreadyReset' } });
});

test('a reset keeps who and why in their own words, clears the status and stands in the log', async () => {
  const alarmId = await raise();
  await claim('colleague', alarmId);
  const handledBy = `O'Hara"; drop table alarms; --`;
  const note = '<script>alert(1)</script> æøå 🚑';
  api.clock.set(testNow + 60_000);
  expect((await reset('nurse', alarmId, { handledBy, outcome: 'falseAlarm', note })).body).toMatchObject({
    state: 'reset',
    handledBy,
    note,
    outcome: 'falseAlarm',
    claimedBy: { name: 'colleague Test' },
    resetBy: { name: 'nurse Test' },
    resetAt: testNow + 60_000,
    abilities: [],
  });
  expect(await deviceOf(alarmId)).toMatchObject({ flags: [], status: statusByKey('clear').priority });
  expect(await api.db.select().from(transactions)).toMatchObject([
    { metyId: metyId.alarmReset, direction: 'S', custId: testCustomers.home },
  ]);
  expect(api.events[2]).toMatchObject({ type: 'device', change: { alarmWarning: false, status: 'clear' } });
});

test('a flag stays while another alarm needs it, and technical warnings stay in any case', async () => {
  const flags = ['batteryWarning', 'alarmWarning', 'fireWarning', 'generalWarning'];
  const deviId = await api.addDevice({ flags, status: statusByKey('fire').priority });
  const sos = await raise({ deviId });
  const pullCord = await raise({ deviId, metyId: metyId.pullCord }); // sets alarmWarning too
  const fire = await raise({ deviId, metyId: metyId.fire });
  await reset('nurse', sos);
  expect((await deviceOf(sos))?.flags).toContain('alarmWarning');
  await reset('nurse', fire);
  expect(await deviceOf(fire)).toMatchObject({ status: alarmPriority });
  await reset('nurse', pullCord);
  expect(await deviceOf(fire)).toMatchObject({
    flags: ['batteryWarning'],
    status: statusByKey('battery').priority,
  });
});

test('an alarm of a foreign customer cannot be told from one that does not exist', async () => {
  const alarmId = await raise();
  expect(await claim('stranger', alarmId)).toEqual(await claim('stranger', 2147483647));
  expect(await reset('stranger', alarmId)).toMatchObject({ status: 404, body: { code: 'notFound' } });
  expect(await claim('tracker', alarmId)).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
  expect(await reset('nobody', alarmId)).toMatchObject({ status: 403 });
  expect((await api.db.select().from(alarms))[0]).toMatchObject({ state: 'open', handledBy: null });
  expect(api.events).toEqual([]);
});

test.each([
  ['nobody named', { handledBy: '  ', outcome: 'helped' }],
  ['an outcome that is none', { handledBy: 'Kari', outcome: 'maybe' }],
  ['a note without end', { handledBy: 'Kari', outcome: 'helped', note: 'x'.repeat(1001) }],
  ['a character that cannot be stored', { handledBy: 'Ka\0ri', outcome: 'helped' }],
])('a reset with %s is refused and changes nothing', async (_, body) => {
  const alarmId = await raise();
  expect((await reset('nurse', alarmId, body)).body.code).toBe('validationFailed');
  expect((await api.db.select().from(alarms))[0]?.state).toBe('open');
});

test('a subscriber first gets every alarm that is not reset, then what becomes of them, with own abilities', async () => {
  const alarmId = await raise();
  await raise({ custId: testCustomers.firm });
  const [nurse, tracker, stranger] = await Promise.all(
    (['nurse', 'tracker', 'stranger'] as const).map((who) => api.open(who, 'alarms')),
  );
  expect(await api.open('nobody', 'alarms')).toBeNull();
  expect(await nurse?.first(999_999)).toMatchObject({
    complete: true,
    alarms: [{ alarmId, abilities: ['claim', 'reset'] }],
  });
  await claim('colleague', alarmId);
  await reset('nurse', alarmId);
  for (const event of api.events.reverse()) for (const feed of [nurse, tracker, stranger]) feed?.take(event);
  expect(nurse?.urgent).toBe(true);
  expect(nurse?.flush()).toMatchObject({ complete: false, alarms: [{ alarmId, state: 'reset' }] });
  expect(tracker?.flush().alarms[0]?.abilities).toEqual([]);
  expect(stranger?.flush().alarms).toEqual([]);
  expect((await nurse?.first(null))?.alarms).toEqual([]);
});
