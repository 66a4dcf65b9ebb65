import { metyId } from '@varde/catalogue/message-types';
import type { Policy } from '@varde/catalogue/permissions';
import type { CommandState } from '@varde/contract/commands';
import { createAlarm } from '@varde/testing/factories';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { createGeofence } from '@varde/testing/geofences';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { commands } from '#domain/commands/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { devices } from '#domain/devices/tables.ts';
import { geofences } from '#domain/geofences/tables.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { deviceSettings } from '#domain/settings/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { settingsHandlers } from './handlers.ts';

const wireGroups = {
  watch: [
    ['trackingInterval'],
    ['fallDownAlert', 'fallDownSensitivity'],
    ['watchRemoval'],
    ['heartRateBloodPressureSetting', 'bloodPressureInterval'],
    ['heartRateInterval'],
    ['devicePedometer'],
    ['phoneNoWhiteList1', 'phoneNoWhiteList2', 'phoneNoWhiteList3'],
  ],
  eview: [['heartbeatInterval', 'trackingInterval'], ['timeZone']],
};
const watchTwo = 14;
const watchSeven = 34;
const atHome = [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] as const;

let api: FeatureApi;
let deviId: number;
const woken: number[] = [];
beforeAll(async () => {
  api = await openFeatureApi((deps) => ({
    group: 'settings',
    handlers: settingsHandlers({ ...deps, wireGroups }),
  }));
  api.bus.onCommandsChanged((id) => woken.push(id));
});
afterAll(() => api.close());
beforeEach(async () => {
  api.setRights('colleague', { policies: atHome });
  await api.clear();
  deviId = await api.addDevice({ dehaId: watchSeven, protocol: 'watch' });
  api.events.length = 0;
  woken.length = 0;
});

const url = () => `/ajax/devices/${deviId}/settings`;
const get = (who: Person) => api.call(who, 'GET', url());
const save = (who: Person, values: object) => api.call(who, 'PUT', url(), { values });
const sent = async () => await api.db.select().from(commands).orderBy(commands.commandId);
const state = (body: { settings: { key: string }[] }, key: string) =>
  body.settings.find((setting) => setting.key === key);

test('a device that was never configured shows every setting of its hardware, without desired or reported values', async () => {
  const { body } = await get('nurse');
  expect(body).toMatchObject({ deviId, dehaId: watchSeven, fiwaNum: null });
  expect(body.settings.map((setting: { key: string }) => setting.key)).toContain('phoneNoWhiteList1');
  expect(state(body, 'fallDownAlert')).toEqual({
    key: 'fallDownAlert',
    desired: null,
    reported: null,
    reportedAt: null,
    delivery: null,
    deviates: false,
    changed: null,
    changeable: true,
  });
});

test('a saved setting is stored, becomes a command with its whole wire group, is logged and published [C7.50 D7.011]', async () => {
  const { status, body } = await save('nurse', { phoneNoWhiteList2: '112', fallDownAlert: true });
  expect(status).toBe(200);
  expect(state(body, 'phoneNoWhiteList2')).toMatchObject({
    desired: '112',
    reported: null,
    delivery: { state: 'pending', reason: null, at: testNow },
  });
  expect(state(body, 'phoneNoWhiteList1')).toMatchObject({ desired: null, delivery: null });
  expect((await sent()).map((row) => row.command)).toEqual([
    { kind: 'writeSettings', values: { fallDownAlert: true, fallDownSensitivity: 0 } },
    {
      kind: 'writeSettings',
      values: { phoneNoWhiteList1: '', phoneNoWhiteList2: '112', phoneNoWhiteList3: '' },
    },
  ]);
  expect(await api.db.select().from(transactions)).toMatchObject([
    { metyId: metyId.settingsChanged, direction: 'S', custId: testCustomers.home },
  ]);
  expect(JSON.stringify(await api.db.select().from(transactions))).not.toContain('"112"');
  expect(api.events.map(({ type }) => type)).toEqual(['devicePage', 'transactions']);
  expect(woken).toEqual([deviId]);
});

test('the general settings are read by one call and saved by one [C7.49 D7.005]', async () => {
  deviId = await api.addDevice({ dehaId: 23, protocol: 'eview' });
  const heartbeat = async () => state((await get('nurse')).body, 'heartbeatInterval');
  expect(await heartbeat()).toMatchObject({ desired: null });
  expect((await save('nurse', { heartbeatInterval: 30 })).status).toBe(200);
  expect(await heartbeat()).toMatchObject({ desired: 30, delivery: { state: 'pending' } });
  expect(await sent()).toMatchObject([{ deviId, command: { values: { heartbeatInterval: 30 } } }]);
});

test('a device that is told to follow its market gets the time zone of that at once, and takes no other by hand', async () => {
  deviId = await api.addDevice({ dehaId: 23, protocol: 'eview' });
  const summer = { kind: 'writeSettings', values: { timeZone: 120 } };
  api.clock.set(Date.parse('2026-07-01T12:00:00Z'));
  onTestFinished(() => api.clock.set(testNow));
  const { body } = await save('nurse', { timeZoneOfMarket: true });
  expect(body).toMatchObject({ market: 1 });
  expect(state(body, 'timeZone')).toMatchObject({ desired: 120, delivery: { state: 'pending' } });
  expect((await sent()).map((row) => row.command)).toEqual([summer]);
  expect((await save('nurse', { timeZone: 0 })).body.errors).toEqual([
    { path: 'values.timeZone', message: 'notAvailable' },
  ]);
  expect((await save('nurse', { timeZoneOfMarket: false, timeZone: 0 })).status).toBe(200);
  expect((await sent()).at(-1)).toMatchObject({ command: { values: { timeZone: 0 } } });
});

test('a device that follows its market and has another time zone than that is sent it again, and its own is not kept', async () => {
  deviId = await api.addDevice({ dehaId: 23, protocol: 'eview' });
  await save('nurse', { timeZoneOfMarket: true });
  await api.db.update(commands).set({ state: 'confirmed', endedAt: new Date(testNow) });
  await api.db
    .update(deviceSettings)
    .set({ reported: 0, reportedAt: new Date(testNow + 1000) })
    .where(eq(deviceSettings.key, 'timeZone'));
  expect(state((await get('nurse')).body, 'timeZone')).toMatchObject({ desired: 60, reported: 0, deviates: true });
  const refused = { status: 400, body: { errors: [{ path: 'values.timeZone', message: 'notAvailable' }] } };
  const kept = await api.call('nurse', 'POST', `${url()}/reported`, { values: { timeZone: 0 } });
  expect([kept, await save('nurse', { timeZone: 0 })]).toMatchObject([refused, refused]);
  expect(await sent()).toHaveLength(1);
  const again = { values: { timeZone: 60 }, began: { timeZone: 60 } };
  expect((await api.call('nurse', 'PUT', url(), again)).status).toBe(200);
  expect((await sent()).at(1)).toMatchObject({ command: { values: { timeZone: 60 } }, state: 'pending' });
});

test('the sound and light settings of the device that is named are saved by one call, and those of no other [D7.006]', async () => {
  const other = await api.addDevice({ dehaId: 13, protocol: 'mqtt' });
  deviId = await api.addDevice({ dehaId: 13, protocol: 'mqtt' });
  const values = { volumeLevel: 3, confirmBeep: false, lightAlarmMode: 2, helpArriveIndicator: false };
  expect((await save('nurse', values)).status).toBe(200);
  const rows = await api.db.select().from(deviceSettings);
  expect(rows.map((row) => row.deviId)).not.toContain(other);
  expect(Object.fromEntries(rows.map(({ key, desired }) => [key, desired]))).toEqual(values);
  expect((await save('nurse', { lightAlarmMode: 10 })).body.errors).toEqual([
    { path: 'values.lightAlarmMode', message: 'notAnOption' },
  ]);
});

test('the fall sensitivity of watch two turns its fall alarm on and off, in one command [D4.005 D7.011]', async () => {
  deviId = await api.addDevice({ dehaId: watchTwo, protocol: 'watch' });
  const { status, body } = await save('nurse', { fallDownSensitivity: 2 });
  expect(status).toBe(200);
  expect(body.settings.map(({ key }: { key: string }) => key)).not.toContain('fallDownAlert');
  await save('nurse', { fallDownSensitivity: 2 });
  await save('nurse', { fallDownSensitivity: 0 });
  expect((await sent()).map((row) => row.command)).toEqual([
    { kind: 'writeSettings', values: { fallDownAlert: true, fallDownSensitivity: 2 } },
    { kind: 'writeSettings', values: { fallDownAlert: false, fallDownSensitivity: 0 } },
  ]);
  expect((await save('nurse', { fallDownAlert: true })).body.errors).toEqual([
    { path: 'values.fallDownAlert', message: 'unknownSetting' },
  ]);
});

test('[C3.35 D7.007] the settings of heart rate and blood pressure are saved by one call, and measuring that is turned off stops both', async () => {
  deviId = await api.addDevice({ dehaId: watchSeven, protocol: 'watch' });
  await save('nurse', { heartRateBloodPressureSetting: true, heartRateInterval: 15 });
  await save('nurse', { heartRateBloodPressureSetting: false });
  const group = { bloodPressureInterval: 60 };
  expect((await sent()).map((row) => row.command)).toEqual([
    { kind: 'writeSettings', values: { heartRateBloodPressureSetting: true, ...group } },
    { kind: 'writeSettings', values: { heartRateInterval: 15 } },
    { kind: 'writeSettings', values: { heartRateBloodPressureSetting: false, ...group } },
    { kind: 'writeSettings', values: { heartRateInterval: 0 } },
  ]);
  expect((await save('nurse', { heartRateInterval: 15 })).body.errors).toEqual([
    { path: 'values.heartRateInterval', message: 'notAvailable' },
  ]);
  expect((await save('nurse', { bloodPressureInterval: 4 })).status).toBe(400);
  expect((await save('nurse', { calibrateBloodPressureSetting: true })).body.errors).toEqual([
    { path: 'values.calibrateBloodPressureSetting', message: 'unknownSetting' },
  ]);
});

test('[D3.014 D7.014] the pedometer of a device is turned on and off by one call', async () => {
  deviId = await api.addDevice({ dehaId: watchSeven, protocol: 'watch' });
  await save('nurse', { devicePedometer: false });
  const flag = state((await get('nurse')).body, 'devicePedometer');
  expect(flag).toMatchObject({ desired: false });
  expect((await sent()).map((row) => row.command)).toEqual([
    { kind: 'writeSettings', values: { devicePedometer: false } },
  ]);
});

test.each([
  [14, ['beta'] as const, true],
  [45, ['beta'] as const, true],
  [14, [] as const, false],
  [45, ['translator'] as const, false],
  [watchSeven, ['beta'] as const, false],
])(
  'a setting on trial of hardware %i is seen and saved by a user with the flags %j: %s',
  async (dehaId, flags, isOpen) => {
    api.setRights('colleague', { policies: atHome, flags });
    deviId = await api.addDevice({ dehaId, protocol: 'watch' });
    const { body } = await get('colleague');
    expect(state(body, 'watchRemoval') !== undefined).toBe(isOpen);
    const saved = await save('colleague', { watchRemoval: true });
    expect(saved.status).toBe(isOpen ? 200 : 400);
    expect((await sent()).map(({ command }) => command)).toEqual(
      isOpen ? [{ kind: 'writeSettings', values: { watchRemoval: true } }] : [],
    );
    if (!isOpen) expect(saved.body.errors).toEqual([{ path: 'values.watchRemoval', message: 'unknownSetting' }]);
  },
);

describe('while a device is tracked', () => {
  const oneHour = new Date(testNow + 3_600_000);
  const start = {
    kind: 'startTracking',
    minutes: 60,
    values: { trackingInterval: 60 },
  };
  const stop = { kind: 'stopTracking', values: { trackingInterval: 300 } };
  const given = (command: object, state: CommandState, of = deviId) =>
    api.db.insert(commands).values({ deviId: of, command, state, createdAt: new Date(testNow) });
  const sentWith = async () => {
    await save('nurse', { heartbeatInterval: 30 });
    return (await sent()).at(-1)?.command;
  };
  const written = (values: object) => ({ kind: 'writeSettings', values: { heartbeatInterval: 30, ...values } });
  beforeEach(async () => {
    deviId = await api.addDevice({ dehaId: 23, protocol: 'eview' });
  });

  test.each(['pending', 'sent'] as const)('by a command that is %s, the interval stays', async (state) => {
    await given(start, state);
    expect(await sentWith()).toEqual(written({ trackingInterval: 60 }));
  });

  test('the interval stays until the tracking is over', async () => {
    await given(start, 'confirmed');
    await api.db.update(devices).set({ trackingUntil: oneHour }).where(eq(devices.deviId, deviId));
    expect(await sentWith()).toEqual(written({ trackingInterval: 60 }));
  });

  test('the interval is that of its settings once the tracking is over, or about to be', async () => {
    const key = 'trackingInterval';
    await api.db.insert(deviceSettings).values({ deviId, key, reported: sql`'300'::jsonb`, reportedAt: new Date(0) });
    await given(start, 'confirmed');
    expect(await sentWith()).toEqual(written({ trackingInterval: 300 }));
    await given(stop, 'pending');
    await api.db.update(devices).set({ trackingUntil: oneHour }).where(eq(devices.deviId, deviId));
    await save('nurse', { heartbeatInterval: 60 });
    expect((await sent()).at(-1)?.command).toMatchObject({ values: { trackingInterval: 300 } });
  });

  test.each(['failed', 'expired', 'cancelled'] as const)('a command that is %s does not start it', async (state) => {
    await given(start, state);
    expect(await sentWith(), 'and one that nobody knows stays as it is').toEqual(written({}));
  });

  test('the tracking of another device changes nothing', async () => {
    const other = await api.addDevice({ dehaId: 23, protocol: 'eview' });
    await given(start, 'sent', other);
    expect(await sentWith()).toEqual(written({}));
  });
});

test("a group is completed with the device's own values rather than the default", async () => {
  await api.db
    .insert(deviceSettings)
    .values({ deviId, key: 'phoneNoWhiteList3', reported: sql`'"+4790000003"'::jsonb` });
  await save('nurse', { phoneNoWhiteList1: '+4790000001' });
  expect((await sent())[0]?.command).toMatchObject({
    values: { phoneNoWhiteList1: '+4790000001', phoneNoWhiteList3: '+4790000003' },
  });
});

test('a newer save supersedes a pending command, and includes its values', async () => {
  await save('nurse', { phoneNoWhiteList1: '1001' });
  await save('colleague', { phoneNoWhiteList2: '1002' });
  const { body } = await save('nurse', { phoneNoWhiteList1: '1003' });
  const rows = await sent();
  expect(rows.map((row) => [row.state, row.reason])).toEqual([
    ['cancelled', 'superseded'],
    ['cancelled', 'superseded'],
    ['pending', null],
  ]);
  expect(rows[2]?.command).toMatchObject({
    values: { phoneNoWhiteList1: '1003', phoneNoWhiteList2: '1002' },
  });
  for (const key of ['phoneNoWhiteList1', 'phoneNoWhiteList2'])
    expect(state(body, key)).toMatchObject({ delivery: { state: 'pending' } });
});

test('a sent command is left alone, and the newer one follows it', async () => {
  await save('nurse', { trackingInterval: 60 });
  await api.db.update(commands).set({ state: 'sent', sentAt: new Date(testNow) });
  await save('nurse', { trackingInterval: 120 });
  expect((await sent()).map((row) => row.state)).toEqual(['sent', 'pending']);
});

test('saving the same again sends nothing while it is in flight, received or reported, and resends one that failed or changed at the device', async () => {
  await save('nurse', { trackingInterval: 60 });
  await save('nurse', { trackingInterval: 60 });
  expect(await sent()).toHaveLength(1);
  await api.db.update(commands).set({ state: 'failed', reason: 'noAnswer', endedAt: new Date(testNow) });
  expect(state((await get('nurse')).body, 'trackingInterval')).toMatchObject({
    delivery: { state: 'failed', reason: 'noAnswer' },
  });
  await save('nurse', { trackingInterval: 60 });
  expect((await sent()).map((row) => row.state)).toEqual(['failed', 'pending']);
  await api.db.update(commands).set({ state: 'confirmed', endedAt: new Date(testNow) });
  const reports = (reported: number, seconds: number) =>
    api.db
      .update(deviceSettings)
      .set({ reported, reportedAt: new Date(testNow + seconds * 1000) })
      .where(eq(deviceSettings.deviId, deviId));
  for (const before of [() => {}, () => reports(300, -1), () => reports(60, 1)]) {
    await before();
    api.events.length = 0;
    await save('nurse', { trackingInterval: 60 });
    expect(await sent()).toHaveLength(2);
    expect(api.events).toEqual([]);
  }
  await reports(300, 2);
  await save('nurse', { trackingInterval: 60 });
  expect(await sent(), 'the device has another value since').toHaveLength(3);
});

test('two concurrent saves leave one pending command with both', async () => {
  await Promise.all([save('nurse', { phoneNoWhiteList1: '1001' }), save('colleague', { phoneNoWhiteList2: '1002' })]);
  const waiting = (await sent()).filter((row) => row.state === 'pending');
  expect(waiting).toHaveLength(1);
  expect(waiting[0]?.command).toMatchObject({
    values: { phoneNoWhiteList1: '1001', phoneNoWhiteList2: '1002' },
  });
});

test.each([
  [{ soundLevel: 3 }, 'soundLevel', 'unknownSetting'],
  [{ constructor: 'x' }, 'constructor', 'unknownSetting'],
  [{ trackingInterval: 61 }, 'trackingInterval', 'notAnOption'],
  [{ trackingInterval: '60' }, 'trackingInterval', 'notAnOption'],
  [{ fallDownAlert: 'true' }, 'fallDownAlert', 'wrongType'],
  [{ phoneNoWhiteList1: "1'; drop table commands; --" }, 'phoneNoWhiteList1', 'notAPhoneNumber'],
  [{ phoneNoWhiteList1: '112]' }, 'phoneNoWhiteList1', 'notAPhoneNumber'],
])('%j is refused at its field, and nothing of the save is stored', async (wrong, key, message) => {
  const { status, body } = await save('nurse', { phoneNoWhiteList2: '1002', ...wrong });
  expect([status, body.code]).toEqual([400, 'validationFailed']);
  expect(body.errors).toContainEqual({ path: `values.${key}`, message });
  expect(await sent()).toEqual([]);
  expect(await api.db.select().from(deviceSettings)).toEqual([]);
});

test('settings of a foreign device cannot be read or written, and it looks like a nonexistent one', async () => {
  expect(await get('stranger')).toMatchObject({ status: 404, body: { code: 'notFound' } });
  expect(await save('stranger', { trackingInterval: 60 })).toMatchObject({ status: 404 });
  expect(await get('tracker')).toMatchObject({ status: 403, body: { code: 'notAllowed' } });
  expect(await save('nobody', { trackingInterval: 60 })).toMatchObject({ status: 403 });
  expect(await sent()).toEqual([]);
});

const keysFor = async (...only: Policy[]) => {
  api.setRights('colleague', { policies: atHome, only: ['DEVICE_LIST', 'VARDE', ...only] });
  const { status, body } = await get('colleague');
  return status === 200 ? body.settings.map(({ key }: { key: string }) => key) : status;
};
const numbers = ['phoneNoWhiteList1', 'phoneNoWhiteList2', 'phoneNoWhiteList3'];
/** Of the pages that DEVICE_SETTINGS opens by itself. */
const ofDevice = ['doNotDisturb', 'timeZoneOfMarket', 'timeZone', 'smsPassword', 'answerIncoming'];

test('each setting is open to the policy of its own tab, and to no other [D6.002 D6.008 D6.014 D6.015 D6.018]', async () => {
  expect(await keysFor('DEVICE_SETTINGS')).toEqual(ofDevice);
  expect(await keysFor('DEVICE_SETTINGS', 'DEVICE_ALARM')).toEqual([...ofDevice, ...numbers, 'sosNumbers']);
  expect(await keysFor('DEVICE_SETTINGS', 'DEVICE_MAN_DOWN')).toEqual([...ofDevice, 'fallDownAlert']);
  expect(await keysFor('DEVICE_SETTINGS', 'DEVICE_TRACKING')).toEqual([
    ...ofDevice,
    'autoTracking',
    'alarmTracking',
    'trackingInterval',
  ]);
  expect(await keysFor('GENERAL_SETTINGS', 'DEVICE_MAN_DOWN', 'DEVICE_TRACKING')).toEqual([
    'aclCheck',
    'fallDownAlert',
  ]);
  expect(await keysFor('GENERAL_SETTINGS', 'DEVICE_TRACKING')).toBe(404);
  expect(await keysFor('DEVICE_MAN_DOWN')).toBe(403);
  deviId = await api.addDevice({ dehaId: 23, protocol: 'eview' });
  expect(await keysFor('DEVICE_SETTINGS')).not.toContain('heartbeatInterval');
  expect(await keysFor('DEVICE_SETTINGS', 'GENERAL_SETTINGS')).toContain('heartbeatInterval');
});

test('a setting that is closed to a user cannot be saved by that user, and the rest of the save is not stored', async () => {
  api.setRights('colleague', { policies: atHome, only: ['DEVICE_LIST', 'VARDE', 'DEVICE_SETTINGS', 'DEVICE_ALARM'] });
  const { status, body } = await save('colleague', { phoneNoWhiteList1: '1001', fallDownAlert: true });
  expect([status, body.errors]).toEqual([400, [{ path: 'values.fallDownAlert', message: 'unknownSetting' }]]);
  expect(await sent()).toEqual([]);
});

test('a tracker-only user has no settings, whatever a customer gives to the role', async () => {
  const tracker = { role: 'TRACKER', custId: testCustomers.home } as const;
  const given = (['DEVICE_SETTINGS', 'DEVICE_ALARM'] as const).map((policy) => ({
    custId: testCustomers.home,
    role: 'TRACKER' as const,
    policy,
    status: 'active' as const,
    information: 'all' as const,
  }));
  api.setRights('colleague', { policies: [tracker], rolePolicies: given });
  expect((await get('colleague')).status).toBe(403);
  expect((await save('colleague', { phoneNoWhiteList1: '1001' })).status).toBe(403);
  expect(await sent()).toEqual([]);
  const elsewhere = { role: 'RESTRICTED_USER', custId: testCustomers.firm } as const;
  api.setRights('colleague', { policies: [tracker, elsewhere], rolePolicies: given });
  expect((await get('colleague')).status).toBe(200);
});

describe('a save that says from which values it began', () => {
  const saveFrom = (who: Person, values: object, began: object) => api.call(who, 'PUT', url(), { values, began });
  const both = { trackingInterval: 600, phoneNoWhiteList1: '1001' };
  const none = { trackingInterval: 300, phoneNoWhiteList1: '' };

  test('is refused when another user has changed one of them since: that one is named with the user, and nothing is saved', async () => {
    await save('colleague', { trackingInterval: 60 });
    const { status, body } = await saveFrom('nurse', both, none);
    expect([status, body.code]).toEqual([409, 'settingsChanged']);
    expect(body.errors).toEqual([{ path: 'values.trackingInterval', message: 'changed' }]);
    const shown = (await get('nurse')).body;
    expect(state(shown, 'trackingInterval')).toMatchObject({
      desired: 60,
      changed: { by: 'colleague Test', at: testNow },
    });
    expect(state(shown, 'phoneNoWhiteList1')).toMatchObject({ desired: null, changed: null });
    expect(await sent()).toHaveLength(1);
    const agreed = await saveFrom('nurse', both, { ...none, trackingInterval: 60 });
    expect(agreed.status, 'once the user knows').toBe(200);
  });

  test('is refused when the device has reported another value since', async () => {
    const reported = (value: string) => sql`${value}::jsonb`;
    await api.db.insert(deviceSettings).values({ deviId, key: 'trackingInterval', reported: reported('60') });
    expect((await saveFrom('nurse', { trackingInterval: 600 }, { trackingInterval: 60 })).status).toBe(200);
    await api.clear();
    deviId = await api.addDevice({ dehaId: watchSeven, protocol: 'watch' });
    await api.db.insert(deviceSettings).values({ deviId, key: 'trackingInterval', reported: reported('120') });
    expect((await saveFrom('nurse', { trackingInterval: 600 }, { trackingInterval: 60 })).status).toBe(409);
  });

  test('is saved when both chose the same, and when what has changed is nothing that it saves', async () => {
    await save('colleague', { trackingInterval: 600, phoneNoWhiteList2: '1002' });
    expect((await saveFrom('nurse', both, { ...none, phoneNoWhiteList2: '' })).status).toBe(200);
  });

  test('of two at the same moment one is saved, and the other is told', async () => {
    const answers = await Promise.all([
      saveFrom('nurse', { trackingInterval: 600 }, { trackingInterval: 300 }),
      saveFrom('colleague', { trackingInterval: 60 }, { trackingInterval: 300 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await sent()).toHaveLength(1);
  });

  test('that leaves them out, as a program may, is saved whatever they were', async () => {
    await save('colleague', { trackingInterval: 60 });
    expect((await save('nurse', both)).status).toBe(200);
  });
});

test('saving nothing changes nothing', async () => {
  expect((await save('nurse', {})).body).toEqual((await get('nurse')).body);
  expect(woken).toEqual([]);
});

describe('the integration settings', () => {
  const reference = { msgI9nReference: 'VK-1047' };
  beforeEach(() => api.setRights('colleague', { policies: [{ role: 'FIRM', custId: testCustomers.municipality }] }));

  test('are stored and logged at once, and are no command, on a device that no protocol of Varde reaches [C3.22]', async () => {
    deviId = await api.addDevice({ dehaId: 13, protocol: 'mqtt' });
    const { body } = await get('colleague');
    const keys = body.settings.map(({ key }: { key: string }) => key);
    expect(keys).toEqual(expect.arrayContaining(['msgI9nActive', 'msgI9nReference']));
    expect((await save('colleague', reference)).status).toBe(200);
    expect(state((await get('colleague')).body, 'msgI9nReference')).toMatchObject({
      ...{ desired: 'VK-1047', reported: null, delivery: null, changeable: true },
    });
    expect(await sent()).toEqual([]);
    expect(await api.db.select().from(transactions)).toMatchObject([{ metyId: metyId.settingsChanged }]);
    await save('colleague', reference);
    expect(await api.db.select().from(transactions), 'the same again is no change').toHaveLength(1);
  });

  test('are those of firms: a care worker with the settings of the device sees and changes none of them', async () => {
    const { body } = await get('nurse');
    expect(body.settings.map(({ key }: { key: string }) => key)).not.toContain('msgI9nActive');
    expect(await save('nurse', { msgI9nActive: false })).toMatchObject({
      ...{ status: 400, body: { errors: [{ path: 'values.msgI9nActive', message: 'unknownSetting' }] } },
    });
    expect(await api.db.select().from(deviceSettings)).toEqual([]);
  });

  test.each([
    [{ msgI9nReference: 'x'.repeat(65) }, 'tooLong'],
    [{ msgI9nReference: 'VK\n1047' }, 'forbiddenCharacter'],
    [{ msgI9nActive: false, ...reference }, 'notAvailable'],
  ])('%j is refused', async (values, message) => {
    expect((await save('colleague', { msgI9nReference: 'x'.repeat(64) })).status).toBe(200);
    const { status, body } = await save('colleague', values);
    expect([status, body.errors]).toEqual([400, [{ path: 'values.msgI9nReference', message }]]);
  });
});

describe('positioning that is switched off', () => {
  const placed = { posLati: 59.9, posLong: 10.7, posTime: new Date(testNow), posType: 0, place: 'Stua' };
  const noPlace = {
    posLati: null,
    posLong: null,
    posTime: null,
    posType: null,
    posAccuracy: null,
    place: null,
  };
  const row = async (id = deviId) => (await api.db.select().from(devices).where(eq(devices.deviId, id)))[0];
  let beside: number;
  beforeEach(async () => {
    beside = await api.addDevice({ dehaId: watchSeven, protocol: 'watch', ...placed });
    await api.db.update(devices).set({ ...placed, flags: ['outdatedPositionWarning'] });
    api.events.length = 0;
  });

  test('clears the present place of this device alone, and is told at once', async () => {
    expect((await save('nurse', { disablePositioning: true })).status).toBe(200);
    expect(await row()).toMatchObject({ ...noPlace, flags: [], status: 'clear' });
    expect(await row(beside)).toMatchObject(placed);
    expect(api.events).toContainEqual(
      expect.objectContaining({ type: 'device', deviId, device: expect.objectContaining({ posLati: null }) }),
    );
    expect(await sent()).toEqual([]);
  });

  test('clears the place of its clone too, which has the same wearer', async () => {
    const twin = (id: number, side: 'MASTER' | 'CLONE', of: number) =>
      api.db.update(devices).set({ twin: side, twinDevice: of, twinSerial: 'X' }).where(eq(devices.deviId, id));
    await twin(deviId, 'MASTER', beside);
    await twin(beside, 'CLONE', deviId);
    await save('nurse', { disablePositioning: true });
    expect([await row(), await row(beside)]).toMatchObject([noPlace, { ...noPlace, flags: [] }]);
    expect(api.events.flatMap((event) => (event.type === 'device' ? [event.deviId] : []))).toEqual([deviId, beside]);
  });

  test('is told with the row of the device, also when positioning is on again', async () => {
    await api.db.update(devices).set({ ...noPlace, flags: [] });
    const told = () =>
      api.events.flatMap((event) => (event.type === 'device' ? [event.device.disablePositioning] : []));
    await save('nurse', { disablePositioning: true });
    await save('nurse', { disablePositioning: false });
    expect(told()).toEqual([true, false]);
  });

  test('ends the warning of a device that has had no position yet', async () => {
    await api.db.update(devices).set({ ...noPlace, flags: ['outdatedPositionWarning'] });
    await save('nurse', { disablePositioning: true });
    expect([(await row())?.flags, (await row(beside))?.flags]).toEqual([[], ['outdatedPositionWarning']]);
  });

  test('leaves the history of its places', async () => {
    const tran = {
      tranId: 1,
      deviId,
      dehaId: watchSeven,
      custId: testCustomers.home,
      metyId: 5,
      tranSource: 3,
    };
    await api.db
      .insert(transactions)
      .values({ ...tran, ...{ recTs: new Date(testNow), posLati: 59.9, posLong: 10.7 } });
    await save('nurse', { disablePositioning: true });
    const [kept] = await api.db.select().from(transactions).where(eq(transactions.tranId, 1));
    expect(kept).toMatchObject({ posLati: 59.9 });
  });

  test.each([
    ['an SOS', 1, true],
    ['a geofence', 102, false],
  ])('while an alarm of %s is open keeps the place only if somebody must be found', async (_, type, kept) => {
    const assignmentId = await presentAssignmentId(api.db, deviId);
    await createAlarm(api.db, { deviId, custId: testCustomers.home, assignmentId, metyId: type });
    await save('nurse', { disablePositioning: true });
    expect(await row()).toMatchObject(kept ? placed : noPlace);
  });

  test('forgets which geofences the wearer is outside of', async () => {
    await createGeofence(api.db, deviId, { outside: true, crossed: true, outsideFixes: 2 });
    await createGeofence(api.db, beside, { outside: true });
    await save('nurse', { disablePositioning: true });
    const states = await api.db.select().from(geofences).orderBy(geofences.geofenceId);
    expect(states).toMatchObject([{ outside: null, crossed: false, outsideFixes: 0 }, { outside: true }]);
  });

  test('begins anew with geofences when it is on again: what an emergency told is not known any more', async () => {
    await save('nurse', { disablePositioning: true });
    await createGeofence(api.db, deviId, { outside: true, outsideFixes: 2 });
    await save('nurse', { disablePositioning: false });
    const [state] = await api.db.select().from(geofences);
    expect(state).toMatchObject({ outside: null, outsideFixes: 0 });
  });

  test('makes automatic tracking unavailable until it is on again', async () => {
    await save('nurse', { disablePositioning: true });
    const refused = await save('nurse', { autoTracking: true });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.errors).toEqual([{ path: 'values.autoTracking', message: 'notAvailable' }]);
    expect((await save('nurse', { disablePositioning: false, autoTracking: true })).status).toBe(200);
  });

  test('is a setting of those who may change positioning, and one that is on clears nothing', async () => {
    expect(await keysFor('DEVICE_SETTINGS', 'DEVICE_POSITIONING')).toEqual([...ofDevice, 'disablePositioning']);
    expect((await save('tracker', { disablePositioning: true })).status).toBe(403);
    expect((await save('stranger', { disablePositioning: true })).status).toBe(404);
    expect((await save('nurse', { disablePositioning: 'true' })).status).toBe(400);
    await save('nurse', { disablePositioning: false });
    expect(await row()).toMatchObject(placed);
  });
});

/** It has power saving, and by the extension all other settings of tracking. */
async function addWatchTwo4G(): Promise<void> {
  deviId = await api.addDevice({ dehaId: 45, protocol: 'watch' });
  await api.db
    .update(devices)
    .set({ announced: ['extension'] })
    .where(eq(devices.deviId, deviId));
}

test('[D3.040 D3.041 D7.059 D7.060] the tracking settings of a device have their names of the specification, and are what was saved', async () => {
  await addWatchTwo4G();
  const tracking = () => api.call('nurse', 'GET', `/ajax/devices/${deviId}/settings/tracking`);
  expect((await tracking()).body).toEqual({
    deviceId: deviId,
    tracking: false,
    trackingUntil: null,
    s03InSeconds: 300,
    autoTracking: false,
    powerSaving: false,
    disablePositioning: false,
    minNumSatellites: 4,
    acceptLBS: true,
    trackingIntervalNightInMinutes: 0,
    trackingNightStarts: '22:00',
    trackingNightEnds: '07:00',
    advanced: false,
  });
  expect((await save('nurse', { autoTracking: true, powerSaving: true })).status).toBe(200);
  expect((await save('nurse', { trackingInterval: 600, trackingIntervalNightInMinutes: 20 })).status).toBe(200);
  expect((await tracking()).body).toMatchObject({
    ...{ autoTracking: true, powerSaving: true, s03InSeconds: 600 },
    ...{ trackingIntervalNightInMinutes: 20, advanced: true },
  });
});

test('[D4.054 D4.055 D4.056 C4.19] a save that other settings exclude is refused, also by settings of another page, and automatic tracking turns power saving off with itself', async () => {
  await addWatchTwo4G();
  const refused = async (values: object, key: string) =>
    expect((await save('nurse', values)).body).toMatchObject({
      code: 'validationFailed',
      errors: [{ path: `values.${key}`, message: 'notAvailable' }],
    });
  await refused({ powerSaving: true }, 'powerSaving');
  await save('nurse', { autoTracking: true, powerSaving: true });
  expect(state((await save('nurse', { autoTracking: false })).body, 'powerSaving')).toMatchObject({ desired: false });
  await save('nurse', { disablePositioning: true });
  await refused({ autoTracking: true }, 'autoTracking');
  await save('nurse', { buttonBehaviour: 1 });
  for (const key of ['silentAlarm', 'voicePromptSosAlarm', 'sosCancellation']) await refused({ [key]: true }, key);
  await refused({ fallDownSensitivity: 1 }, 'fallDownSensitivity');
  await refused({ buttonSensitivity: 5 }, 'buttonSensitivity');
});

test('[C3.23] the settings say whose notification list counts: the device’s own, else a customer’s, else none', async () => {
  const setups = async (who: Person = 'nurse') => (await get(who)).body.deviceEventSetups;
  expect(await setups()).toBe('none');
  const list = { rev: 0, receivers: [], at: new Date(testNow), userId: null };
  await saveList(api.db, { custId: testCustomers.municipality }, list);
  expect(await setups()).toBe('customer');
  await saveList(api.db, { deviId, assignmentId: await presentAssignmentId(api.db, deviId) }, list);
  expect(await setups()).toBe('device');
  expect((await save('nurse', { trackingInterval: 60 })).body.deviceEventSetups).toBe('device');
  api.setRights('colleague', { policies: atHome, only: ['DEVICE_LIST', 'DEVICE_SETTINGS', 'DEVICE_ALARM'] });
  expect(await setups('colleague'), 'not for users who do not see the list').toBeNull();
});

test('[C3.34] the settings have the addresses of the pages about alerts to colleagues, one of them for watch five', async () => {
  expect((await get('nurse')).body).toMatchObject({
    teamAlertLearnUrl: '/help/team-alert',
    teamAlertLearnUrlWatchFive: '/help/team-alert-watch-five',
  });
});
