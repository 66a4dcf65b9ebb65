import { metyId } from '@varde/catalogue/message-types';
import { createAlarm } from '@varde/testing/factories';
import { type FeatureApi, openFeatureApi, testCustomers, testNow } from '@varde/testing/feature-api';
import { resetOrder } from '@varde/testing/reset-order';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { createAlarmsFeature } from './index.ts';

let api: FeatureApi;
let deviId: number;
let alarmId: number;
beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  api.events.length = 0;
  deviId = await api.addDevice({ flags: ['alarmWarning'] });
  alarmId = await createAlarm(api.db, { deviId, custId: testCustomers.home });
});

const nurse = 2;
const colleague = 3;
const post = (who: 'nurse' | 'colleague', what: string, body?: object) =>
  api.call(who, 'POST', `/ajax/alarms/${alarmId}/${what}`, body);
const { handledBy, outcome } = resetOrder();

describe('the audit log', () => {
  const written = async () =>
    (await api.db.select().from(auditEntries).orderBy(auditEntries.auditId)).map(({ content }) => JSON.parse(content));

  test('has the user, the action, the alarm and its previous state for each claim, release and reset', async () => {
    await post('nurse', 'claim');
    await post('colleague', 'release', { claimedBy: nurse });
    await post('colleague', 'claim');
    await post('nurse', 'reset', { ...resetOrder({ claimedAt: testNow }), note: 'Falt' });
    const of = { custId: testCustomers.home, deviId, subject: 'alarm', subjectId: alarmId };
    const states = [
      { action: 'alarm.claimed', userId: nurse, before: { state: 'open' }, after: { state: 'claimed' } },
      {
        action: 'alarm.released',
        userId: colleague,
        before: { state: 'claimed', claimedBy: nurse },
        after: { state: 'open' },
      },
      { action: 'alarm.claimed', userId: colleague, before: { state: 'open' }, after: { state: 'claimed' } },
      {
        action: 'alarm.reset',
        userId: nurse,
        before: { state: 'claimed', claimedBy: colleague },
        after: { state: 'reset', handledBy, outcome, note: 'Falt' },
      },
    ];
    expect(await written()).toEqual(states.map((one) => expect.objectContaining({ ...of, ...one })));
  });

  test('has an entry of a reset without a note, and none of one that is refused', async () => {
    await post('nurse', 'reset', resetOrder());
    await post('colleague', 'reset', resetOrder());
    expect(await written()).toMatchObject([
      { action: 'alarm.reset', before: { state: 'open', claimedBy: null }, after: { note: null } },
    ]);
  });

  test('names the alarm that a user looked at', async () => {
    await api.call('nurse', 'GET', '/ajax/alarms');
    expect(await written()).toMatchObject([{ action: 'alarm.read', subject: 'alarm', subjectId: alarmId }]);
  });
});

describe('a reset', () => {
  const deviceOf = async () => (await api.db.select().from(devices))[0];

  test('of a kind of alarm that Varde no longer knows leaves the flags of others', async () => {
    await api.db.update(alarms).set({ metyId: 9999 });
    expect((await post('nurse', 'reset', resetOrder())).status).toBe(200);
    expect(await deviceOf()).toMatchObject({ flags: ['alarmWarning'] });
  });

  test('keeps the general warning beside an alarm while a technical one lasts, and clears it otherwise', async () => {
    const fire = await createAlarm(api.db, { deviId, custId: testCustomers.home, metyId: metyId.fire });
    await api.db.update(devices).set({ flags: ['fireWarning', 'alarmWarning', 'batteryWarning', 'generalWarning'] });
    await api.call('nurse', 'POST', `/ajax/alarms/${fire}/reset`, resetOrder());
    expect(await deviceOf()).toMatchObject({ flags: ['alarmWarning', 'batteryWarning', 'generalWarning'] });
    await post('nurse', 'reset', resetOrder());
    expect(await deviceOf()).toMatchObject({ flags: ['batteryWarning'] });
  });

  test('is published with its log line to the customer of the alarm, and to no later one', async () => {
    await post('nurse', 'reset', resetOrder());
    const { home } = testCustomers;
    expect(api.events).toMatchObject([
      { type: 'alarm', custId: home, alarm: { alarmId } },
      { type: 'device', custId: home, deviId, device: { ownedByCustName: 'home' } },
      { type: 'transactions', custId: home, laterCustIds: [], transactions: [{ metyId: metyId.alarmReset }] },
    ]);
  });

  test('of a device that was handed over since changes the flag there, and its log line is from before', async () => {
    const { home, otherHome } = testCustomers;
    await api.db.update(devices).set({ custId: otherHome });
    expect((await post('nurse', 'reset', resetOrder())).status).toBe(200);
    expect(await deviceOf()).toMatchObject({ custId: otherHome, flags: [] });
    expect(api.events).toMatchObject([
      { type: 'alarm', custId: home },
      { type: 'device', custId: otherHome, device: { ownedByCustName: 'otherHome', alarmWarning: false } },
      { type: 'transactions', custId: home, laterCustIds: [otherHome], transactions: [{ deviId }] },
    ]);
  });
});

describe('alarms of an earlier wearer at the same customer', () => {
  const hour = 3_600_000;
  /** The device has had another wearer since noon; both alarms belong to the former one. */
  beforeEach(async () => {
    await api.db.execute(sql`update device_assignments set ends_at = ${new Date(testNow).toISOString()}`);
    await api.db.execute(sql`insert into device_assignments (devi_id, cust_id, begins_at)
      values (${deviId}, ${testCustomers.home}, ${new Date(testNow).toISOString()})`);
    await api.db.execute(sql`update alarms set pos_lati = 59.9, pos_long = 10.7,
      assignment_id = (select min(assignment_id) from device_assignments)`);
  });
  const listed = async (who: 'nurse' | 'manager' | 'operator', query = `?deviId=${deviId}`) =>
    (await api.call(who, 'GET', `/ajax/alarms${query}`)).body.alarms;

  test('show the wearer’s position only to users with access to that time', async () => {
    expect(await listed('nurse', '')).toMatchObject([{ fromBefore: true, posLati: null, posLong: null }]);
    expect(await listed('manager', '')).toMatchObject([{ fromBefore: true, posLati: 59.9 }]);
  });

  test('are in the device’s list while they are open, then only for users with access to that time', async () => {
    for (const who of ['nurse', 'manager', 'operator'] as const) expect(await listed(who)).toHaveLength(1);
    await api.db.update(alarms).set({ state: 'reset' });
    for (const who of ['nurse', 'operator'] as const) expect(await listed(who)).toEqual([]);
    expect(await listed('manager')).toHaveLength(1);
  });

  test('without an assignment belong to a customer by the time when they happened, and late ones to the former customer', async () => {
    const happened = async (at: number) => {
      const [happenedAt, receivedAt] = [new Date(at), new Date(testNow + hour)];
      await api.db.update(alarms).set({ state: 'reset', assignmentId: null, happenedAt, receivedAt });
      return (await listed('nurse')).length;
    };
    expect(await happened(testNow - 1)).toBe(0);
    expect(await happened(testNow)).toBe(1);
  });
});

test('a device’s list has the alarms of this device alone', async () => {
  const other = await api.addDevice();
  const others = [];
  for (const kind of [metyId.alarm, metyId.fire, metyId.manDown, metyId.epilepsy])
    others.unshift(await createAlarm(api.db, { deviId: other, custId: testCustomers.home, metyId: kind }));
  const page = async (query: string) =>
    (await api.call('operator', 'GET', `/ajax/alarms?deviId=${other}&limit=3${query}`)).body;
  const first = await page('');
  const second = await page(`&cursor=${first.nextCursor}`);
  const ids = [...first.alarms, ...second.alarms].map((alarm: { alarmId: number }) => alarm.alarmId);
  expect(ids).toEqual(others);
  expect(second.nextCursor).toBeNull();
});
