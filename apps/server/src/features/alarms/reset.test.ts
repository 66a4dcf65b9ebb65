import { metyId } from '@varde/catalogue/message-types';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { resetOrder } from '@varde/testing/reset-order';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { countSignals } from '#domain/alarms/open-alarms.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createAlarmsFeature } from './index.ts';

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
const deviceOf = async (alarmId: number) =>
  (
    await api.db
      .select()
      .from(devices)
      .innerJoin(alarms, eq(alarms.deviId, devices.deviId))
      .where(eq(alarms.alarmId, alarmId))
  )[0]?.devices;

test('two concurrent resets are one reset, one log line and one refusal that names its user', async () => {
  const alarmId = await api.addAlarm();
  const answers = await Promise.all([reset('nurse', alarmId), reset('colleague', alarmId)]);
  const [won, lost] = answers.sort((a, b) => a.status - b.status);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect(lost?.body).toMatchObject({
    code: 'alreadyReset',
    errors: [{ path: 'resetBy', message: won?.body.resetBy.name }],
  });
  expect(await api.db.select().from(transactions)).toHaveLength(1);
  expect(api.events.map(({ type }) => type)).toEqual(['alarm', 'device', 'transactions']);
  expect(await claim('nurse', alarmId)).toMatchObject({ status: 409, body: { code: 'alreadyReset' } });
});

describe('a reset', () => {
  const changed = { status: 409, body: { code: 'alarmChanged' } };
  const stored = async () => (await api.db.select().from(alarms))[0];
  const signal = (alarmId: number) =>
    countSignals(api.db, [{ alarmId, count: 1, lastSignalAt: new Date(testNow), signals: [] }], testNow);

  test('is refused when the wearer has pressed again since the user saw the alarm, and the alarm stays open', async () => {
    const alarmId = await api.addAlarm();
    await signal(alarmId);
    expect(await reset('nurse', alarmId)).toMatchObject(changed);
    expect(await stored()).toMatchObject({ state: 'open', handledBy: null, signalCount: 2 });
    expect([await actionsOn(alarmId), api.events]).toEqual([[], []]);
    expect((await reset('nurse', alarmId, resetOrder({ signalCount: 2 }))).status).toBe(200);
  });

  test('is refused when a colleague has claimed or released the alarm since, also one who claims it again', async () => {
    const alarmId = await api.addAlarm();
    const { body: first } = await claim('colleague', alarmId);
    expect(await reset('nurse', alarmId)).toMatchObject(changed);
    const seen = { claimedAt: first.claimedAt };
    await signal(alarmId); // it is open again, and keeps its claimant
    api.clock.set(testNow + 1);
    await claim('colleague', alarmId);
    expect(await reset('nurse', alarmId, resetOrder({ ...seen, signalCount: 2 }))).toMatchObject(changed);
    await release('colleague', alarmId, first.claimedBy.userId);
    const later = { claimedAt: testNow + 1, signalCount: 2 };
    expect(await reset('nurse', alarmId, resetOrder(later))).toMatchObject(changed);
    expect(await stored()).toMatchObject({ state: 'open' });
  });

  test('of which one and a claim arrive together leaves no claim that was not seen', async () => {
    const alarmId = await api.addAlarm();
    const [answer, claimed] = await Promise.all([reset('nurse', alarmId), claim('colleague', alarmId)]);
    expect([answer.status, claimed.status].sort()).toEqual([200, 409]);
    expect((await stored())?.state).toBe(answer.status === 200 ? 'reset' : 'claimed');
  });

  test('that is sent again by the same user, because its answer was lost, is done, and one reset', async () => {
    const alarmId = await api.addAlarm();
    const first = await reset('nurse', alarmId);
    api.clock.set(testNow + 5000);
    expect(await reset('nurse', alarmId)).toEqual(first);
    expect(await api.db.select().from(transactions)).toHaveLength(1);
    expect(await actionsOn(alarmId)).toEqual(['alarm.reset']);
    const other = { status: 409, body: { code: 'alreadyReset' } };
    expect(await reset('colleague', alarmId)).toMatchObject(other);
    for (const change of [{ handledBy: 'Ola' }, { outcome: 'test' }, { note: 'Falt' }])
      expect(await reset('nurse', alarmId, { ...resetOrder(), ...change })).toMatchObject(other);
  });
});

test('a reset names the device that the user saw, and an alarm of another device is not reset [C7.28]', async () => {
  const alarmId = await api.addAlarm();
  const seen = (await api.call('nurse', 'GET', '/ajax/alarms')).body.alarms;
  const [{ deviId }] = seen;
  const other = await reset('nurse', alarmId, { ...resetOrder(), deviceId: deviId + 1 });
  expect(other).toMatchObject({ status: 404, body: { code: 'notFound' } });
  expect(await actionsOn(alarmId)).toEqual([]);
  expect((await reset('nurse', alarmId, { ...resetOrder(), deviceId: deviId })).body.state).toBe('reset');
});

test('a reset keeps the typed responder and reason, clears the status and is logged', async () => {
  const alarmId = await api.addAlarm();
  await claim('colleague', alarmId);
  const handledBy = `O'Hara"; drop table alarms; --`;
  const note = '<script>alert(1)</script> æøå 🚑';
  api.clock.set(testNow + 60_000);
  expect(
    (
      await reset('nurse', alarmId, {
        ...resetOrder({ claimedAt: testNow }),
        handledBy,
        outcome: 'falseAlarm',
        note,
      })
    ).body,
  ).toMatchObject({
    state: 'reset',
    handledBy,
    note,
    outcome: 'falseAlarm',
    claimedBy: { name: 'colleague Test' },
    resetBy: { name: 'nurse Test' },
    resetAt: testNow + 60_000,
    abilities: ['reopen'],
  });
  expect(await deviceOf(alarmId)).toMatchObject({ flags: [], status: 'clear' });
  expect(await api.db.select().from(transactions)).toMatchObject([
    { metyId: metyId.alarmReset, direction: 'S', custId: testCustomers.home },
  ]);
  const [entry] = await api.db.select().from(auditEntries).where(eq(auditEntries.action, 'alarm.reset'));
  expect(JSON.parse(entry?.content ?? '')).toMatchObject({
    before: { state: 'claimed' },
    after: { state: 'reset', handledBy, outcome: 'falseAlarm', note },
  });
  // It has sent no message in this test.
  expect(api.events[2]).toMatchObject({
    ...{ type: 'device', device: { alarmWarning: false, status: 'neverUsed' } },
  });
});

test('a flag stays while another alarm needs it, and technical warnings stay in any case', async () => {
  const flags = ['batteryWarning', 'alarmWarning', 'fireWarning', 'generalWarning'];
  const deviId = await api.addDevice({ flags, status: 'fire' });
  const sos = await api.addAlarm({ deviId });
  const pullCord = await api.addAlarm({ deviId, metyId: metyId.pullCord }); // sets alarmWarning too
  const fire = await api.addAlarm({ deviId, metyId: metyId.fire });
  await reset('nurse', sos);
  expect((await deviceOf(sos))?.flags).toContain('alarmWarning');
  await reset('nurse', fire);
  expect(await deviceOf(fire)).toMatchObject({ status: 'alarm' });
  await reset('nurse', pullCord);
  expect(await deviceOf(fire)).toMatchObject({
    flags: ['batteryWarning'],
    status: 'battery',
  });
});

test.each([
  ['nobody named', { handledBy: '  ' }],
  ['an outcome that is none', { outcome: 'maybe' }],
  ['a note without end', { note: 'x'.repeat(1001) }],
  ['a character that cannot be stored', { handledBy: 'Ka\0ri' }],
  ['a responder of two lines', { handledBy: 'Kari\nNes' }],
  ['a responder who cannot be seen', { handledBy: '\u200b' }],
])('a reset with %s is refused and changes nothing', async (_, body) => {
  const alarmId = await api.addAlarm();
  expect((await reset('nurse', alarmId, { ...resetOrder(), ...body })).body.code).toBe('validationFailed');
  expect((await api.db.select().from(alarms))[0]?.state).toBe('open');
});

describe('each statement is a round trip that users wait for:', () => {
  const costOf = async (work: () => Promise<{ status: number }>): Promise<number> => {
    const sent = vi.spyOn(Object.getPrototypeOf(api.db._.session), 'prepareQuery');
    expect((await work()).status).toBe(200);
    const texts = sent.mock.calls.map(([query]) => (query as { sql: string }).sql);
    sent.mockRestore();
    return texts.filter((text) => !/^(begin|commit)/.test(text)).length;
  };

  test('taking an alarm costs 6, and resetting it 12', async () => {
    const alarmId = await api.addAlarm();
    expect(await costOf(() => claim('nurse', alarmId))).toBe(6);
    expect(await costOf(() => reset('nurse', alarmId, resetOrder({ claimedAt: testNow })))).toBe(12);
  });
});
