import { hardwareList } from '@varde/catalogue/hardware/index';
import { metyId } from '@varde/catalogue/message-types';
import { type Policy, policies } from '@varde/catalogue/permissions';
import { hardwareSettings } from '@varde/catalogue/settings/hardware-settings';
import { tranSource } from '@varde/catalogue/transaction-sources';
import { deviceEventOf } from '@varde/testing/device-events';
import { createAlarm } from '@varde/testing/factories';
import {
  type FeatureApi,
  openFeatureApi,
  type Person,
  type Rights,
  testCustomers,
  testNow,
} from '@varde/testing/feature-api';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { deviceAssignments, deviceIdentities, devices } from '#domain/devices/tables.ts';
import { linkTwins } from '#domain/life/twins.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { createDevicesFeature } from './index.ts';

let api: FeatureApi;
let deviId: number;
beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  deviId = await api.addDevice({ fiwaNum: 12 });
  await api.db.update(deviceIdentities).set({ secret: 'secret' });
});

const get = (who: Person, id = deviId) => api.call(who, 'GET', `/ajax/devices/${id}`);
const positions = (who: Person, query = '') => api.call(who, 'GET', `/ajax/devices/${deviId}/positions?${query}`);

let tranId = 0;
const store = (row: Partial<typeof transactions.$inferInsert>) =>
  api.db.insert(transactions).values({
    tranId: ++tranId,
    recTs: new Date(testNow + tranId),
    deviId,
    dehaId: 23,
    custId: testCustomers.home,
    metyId: 5,
    tranSource: 3,
    posLati: 59.9,
    posLong: 10.7,
    posType: 0,
    posTime: new Date(testNow),
    ...row,
  });

test('a device comes with the words that Varde does not know, each once, with the last time', async () => {
  const unknown = (words: Record<string, string>) => ({ detail: { unknown: words } });
  await store({ tranSource: tranSource.mqtt, ...unknown({ hjerteslag: '71', 'hjerteslag#2': '72', battery: '900' }) });
  await store({ tranSource: tranSource.http, ...unknown({ 'position.room': 'bad', hjerteslag: '70' }) });
  await store({ tranSource: tranSource.sms, ...unknown({ melding: '01' }) });
  await store({ tranSource: tranSource.mqtt, custId: testCustomers.firm, ...unknown({ former: 'x' }) });
  const { unknownWords } = (await get('operator')).body;
  expect(unknownWords.map(({ word }: { word: string }) => word)).toEqual(['hjerteslag', 'position.room']);
  expect(unknownWords[0].at).toBe(testNow + tranId - 2);
});

test('a device comes with the caller’s abilities, and without its secrets [D7.002]', async () => {
  const { body } = await get('nurse');
  expect(body).toMatchObject({ deviId, fiwaNum: 12, ownedByCustName: 'home' });
  expect(body.abilities).toEqual([
    'map',
    'transactions',
    'settings',
    'note',
    'eventSetup',
    'alarmCentre',
    'phone',
    'userImage',
    'resetAlarm',
    'test',
    'assign',
    'swap',
    'twin',
    'forgetHistory',
    'rename',
    'info',
    'editInfo',
  ]);
  expect((await get('tracker')).body.abilities).toEqual(['map', 'note', 'phone', 'userImage']);
  expect(JSON.stringify(body)).not.toContain('secret');
});

test('[D7.077] positions are asked for by their count, the device and the uuid of those that are known, which are not sent again', async () => {
  await store({ posTime: new Date(testNow - 2000) });
  await store({ posTime: new Date(testNow - 1000) });
  const first = (await positions('nurse', 'count=1')).body;
  expect(first.positions).toMatchObject([{ tranId, posTime: testNow - 1000 }]);
  expect(first.uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const again = (count: number) => positions('nurse', `count=${count}&uuid=${first.uuid}`);
  expect((await again(1)).body).toEqual({ uuid: first.uuid, positions: null });
  expect((await again(2)).body.positions).toHaveLength(2);
  await store({ posTime: new Date(testNow) });
  const moved = (await again(1)).body;
  expect(moved.positions).toMatchObject([{ tranId, posTime: testNow }]);
  expect(moved.uuid).not.toBe(first.uuid);
  expect((await positions('nurse', 'uuid=1')).body).toMatchObject({
    code: 'validationFailed',
    errors: [{ path: 'uuid' }],
  });
});

test('a device tells what follows from its state, and when it was first registered, whoever has it now', async () => {
  const registered = new Date(testNow - 86_400_000);
  const used = { lastMsgIn: new Date(testNow), createdAt: registered, activatedDate: new Date(testNow) };
  const failing = ['selfCheckWarning', 'outOfBatteryWarning'];
  deviId = await api.addDevice({ dehaId: 13, ...used, flags: failing, status: 'selfCheck' });
  expect((await get('nurse')).body).toMatchObject({
    ...{ deviceTypeName: 'Home', ownedByCustomer: { custId: testCustomers.home, firmName: 'home' } },
    ...{
      neverUsed: false,
      inAlarmMode: false,
      failedSelfCheck: true,
      batteryLow: true,
      staticTooLong: false,
    },
    ...{ deviceStatus: 'selfCheck', twinChild: false, hasUserImage: false, watchRemoved: null },
    ...{ firstRegistrationDate: registered.getTime(), activatedDate: testNow },
    ...{ climax: true, allowCustomEvents: true, sotaFwnum: 0 },
  });
  const synchronised = await api.addDevice({ dehaId: 33 });
  expect((await get('nurse', synchronised)).body).toMatchObject({ climax: false, allowCustomEvents: false });
  await api.db.update(devices).set({ flags: ['fireWarning'], status: 'fire', createdAt: null });
  const { body } = await get('nurse');
  expect(body).toMatchObject({ inAlarmMode: true, failedSelfCheck: false, batteryLow: false });
  expect([body.deviceSerialNumber, body.firstRegistrationDate]).toEqual([body.deviceSNNum, null]);
});

test('[C3.07 C3.14 D6.033] a device comes with what its hardware can: its positions, also when it is asked, its sound to be found by, and whether it is of the Gx8 family', async () => {
  const able: Record<'positions' | 'locate' | 'findMe' | 'gx8', number[]> = {
    positions: [],
    locate: [],
    findMe: [],
    gx8: [],
  };
  for (const { dehaId } of hardwareList) {
    const { tabs, actions, climax } = (await get('operator', await api.addDevice({ dehaId }))).body;
    if (tabs.some(({ key }: { key: string }) => key === 'geofence')) able.positions.push(dehaId);
    for (const action of ['locate', 'findMe'] as const) if (actions.includes(action)) able[action].push(dehaId);
    if (climax) able.gx8.push(dehaId);
  }
  for (const ids of Object.values(able)) ids.sort((a, b) => a - b);
  expect(able).toEqual({
    positions: [1, 2, 3, 4, 5, 8, 14, 15, 16, 17, 21, 23, 24, 25, 28, 29, 30, 31, 34, 45],
    locate: [1, 4, 5, 11, 14, 15, 16, 17, 21, 23, 24, 25, 29, 30, 34, 45],
    findMe: [3, 8, 11, 14, 15, 16, 17, 23, 24, 25, 29, 30, 31, 34, 45],
    gx8: [13, 22, 26, 32],
  });
});

test('[D3.009 C3.03] the fields of a device for its tabs', async () => {
  const at = new Date(testNow);
  const [master, clone] = [
    await api.addDevice({ dehaId: 34, deviceName: 'Anna' }),
    await api.addDevice({ dehaId: 34, deviceName: 'Reserve' }),
  ];
  const rowOf = async (id: number) =>
    (await api.db.select().from(devices).where(eq(devices.deviId, id)))[0] as typeof devices.$inferSelect;
  await linkTwins(api.db, { master: await rowOf(master), clone: await rowOf(clone) });
  await api.db
    .update(devices)
    .set({
      ...{ battery: 71, lastMsgIn: at, gsmStrength: 22, posLong: 10.7, posLati: 59.9, posTime: at },
      ...{ connected: true, formattedPhoneNumE164: '+4790000001', deviceMac: '02:AD' },
      ...{ fiwaNum: 7, activatedDate: at, createdAt: at, watchRemoved: true, userTag: 'GPS' },
      ...{ ahpId: testCustomers.firm, userImageAt: at, flags: ['offline'], status: 'offline' },
      ...{ trainingApprovedBy: 1, trainingApprovedAt: at, allowDeviceDeletes: true },
    })
    .where(eq(devices.deviId, master));
  await api.db.update(deviceIdentities).set({ identity: '860000000000019' }).where(eq(deviceIdentities.deviId, master));
  const settings = { delayDay: 10, delayNight: 5, delayMotionless: 20, callAlert: true, autoTracking: true };
  await api.db.execute(sql`insert into device_settings (devi_id, key, desired)
    select ${master}::int, key, value from jsonb_each(${JSON.stringify({ ...settings, geofenceWifiLocationAlert: true })}::jsonb)`);
  expect((await get('operator', master)).body).toMatchObject({
    ...{ deviId: master, dehaId: 34, deviceTypeName: 'Watch Seven', ahpId: testCustomers.firm },
    ownedByCustomer: { custId: testCustomers.home, firmName: 'home' },
    ...{ twin: 'MASTER', twinChild: false, deviceTwin: { masterDevice: master, device: clone } },
    ...{ wifiSupport: true, allowDeviceDeletes: true },
    ...{ deviceSerialNumber: (await rowOf(master)).deviceSerialNumber, deviceName: 'Anna', battery: 71 },
    ...{ lastMsgIn: testNow, gsmStrength: 22, posLong: 10.7, posLati: 59.9, ...settings },
    ...{ geofenceWifiLocationAlert: true, disablePositioning: false, hasUserImage: true, connected: true },
    ...{
      formattedPhoneNumE164: '+4790000001',
      deviceImei: '860000000000019',
      deviceMac: '02:AD',
      fiwaNum: 7,
    },
    ...{
      activatedDate: testNow,
      firstRegistrationDate: testNow,
      watchRemovedEnabled: null,
      watchRemoved: true,
    },
    ...{ userTag: 'GPS', climax: false, trainingApprovedBy: 1, trainingApprovedByName: expect.any(String) },
    ...{
      allowCustomEvents: false,
      neverUsed: false,
      inAlarmMode: false,
      offline: true,
      failedSelfCheck: false,
    },
    ...{ batteryLow: false, staticTooLong: false, deviceStatus: 'offline', sotaFwnum: 3 },
  });
  expect((await get('nurse', await api.addDevice({ dehaId: 13 }))).body).toMatchObject({
    ...{ wifiSupport: false, allowDeviceDeletes: false, twin: 'NONE', deviceTwin: null },
  });
  expect((await get('operator', clone)).body).toMatchObject({
    twin: 'CLONE',
    twinChild: true,
    offline: false,
  });
});

test('[D6.032] the present position of a device is fetched with DEVICE_TRACKING that is given in full, and not for reading alone', async () => {
  const watch = await api.addDevice({ dehaId: 34, protocol: 'watch' });
  const actionsWith = async (information: 'all' | 'read') => {
    const tracker = { custId: testCustomers.home, role: 'TRACKER' } as const;
    api.setRights('colleague', {
      policies: [tracker, { role: 'RESTRICTED_USER', custId: testCustomers.firm }],
      rolePolicies: [{ ...tracker, policy: 'DEVICE_TRACKING', status: 'active', information }],
    });
    return (await get('colleague', watch)).body.actions;
  };
  expect(await actionsWith('all')).toContain('locate');
  expect(await actionsWith('read')).not.toContain('locate');
  api.setRights('colleague', { policies: [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] });
});

test('[D2.118] a device without positioning says so, and its tracking can be stopped, but it cannot be located or tracked', async () => {
  const watch = await api.addDevice({ dehaId: 34, protocol: 'watch' });
  const beside = await api.addDevice({ dehaId: 34, protocol: 'watch' });
  await api.db.execute(
    sql`insert into device_settings (devi_id, key, desired) values (${watch}, 'disablePositioning', 'true'), (${beside}, 'disablePositioning', '"true"')`,
  );
  const off = (await get('nurse', watch)).body;
  const on = (await get('nurse', beside)).body;
  expect([off.disablePositioning, on.disablePositioning]).toEqual([true, false]);
  const locating = ['locate', 'scanWifi', 'startTracking'];
  expect(on.actions).toEqual(expect.arrayContaining([...locating, 'stopTracking', 'findMe']));
  expect(off.actions).toEqual(on.actions.filter((action: string) => !locating.includes(action)));
});

test('a device without positioning can be located while an alarm is open for which its wearer must be found', async () => {
  const watch = await api.addDevice({ dehaId: 34, protocol: 'watch' });
  await api.db.execute(
    sql`insert into device_settings (devi_id, key, desired) values (${watch}, 'disablePositioning', 'true')`,
  );
  const alarm = { deviId: watch, custId: testCustomers.home, metyId: metyId.geofence };
  const assignmentId = await presentAssignmentId(api.db, watch);
  await createAlarm(api.db, { ...alarm, assignmentId });
  await createAlarm(api.db, { ...alarm, metyId: metyId.alarm }); // of no present wearer
  expect((await get('nurse', watch)).body.actions).not.toContain('locate');
  await createAlarm(api.db, { ...alarm, metyId: metyId.alarm, assignmentId });
  const { actions, disablePositioning } = (await get('nurse', watch)).body;
  expect(actions).toEqual(expect.arrayContaining(['locate', 'startTracking']));
  expect(disablePositioning).toBe(true);
});

describe('the tabs of a device', () => {
  const atHome = [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] as const;
  const tabsOf = async (who: Person, id = deviId) =>
    (await get(who, id)).body.tabs.map(({ key }: { key: string }) => key);
  afterEach(() => {
    vi.restoreAllMocks();
    api.setRights('colleague', { policies: atHome });
  });

  test('come with it, by its hardware and the caller’s policies for the customer that owns it [D1.006 D1.015]', async () => {
    const watchOne = await api.addDevice({ dehaId: 11 });
    expect(await tabsOf('nurse', watchOne)).toEqual([
      ...['info', 'general', 'alarm', 'lightAndSound', 'battery', 'manDown', 'organization', 'logs', 'settings'],
      'twin',
      'delete-device-data',
    ]);
    const homeUnit = await api.addDevice({ dehaId: 13 });
    expect(await tabsOf('nurse', homeUnit)).toEqual([
      ...['settings', 'communication', 'sound', 'light', 'voicePrompt', 'battery'],
      'inactivity',
      'info',
      'logs',
      'organization',
      'sensor',
      'walk-test',
      'twin',
      'delete-device-data',
    ]);
    expect(await tabsOf('tracker')).toEqual([]);
    api.setRights('colleague', {
      policies: atHome,
      only: ['DEVICE_LIST', 'DEVICE_SETTINGS', 'DEVICE_INFO'],
    });
    expect(await tabsOf('colleague', watchOne)).toEqual(['info']);
  });

  test('[D1.002 D1.007 D1.008 D1.011 D1.012 D1.013 D1.014 D1.021 D1.024 D1.026 D1.027 D1.028 D1.036 D1.037 D1.038 D1.039 D1.044 D1.045 D1.047 C6.37] are those for which its hardware has the capability, always in the same order', async () => {
    const areas = 'info tracking geofence';
    const rest = 'twin delete-device-data';
    const office = 'organization logs settings';
    const pendant = 'alarm lightAndSound battery manDown';
    const expected = new Map([
      [`${areas} general ${pendant} ${office} ${rest}`, [1, 3, 4, 5, 8, 15, 16, 17, 21, 24, 25, 30]],
      [`${areas} indoor general ${pendant} ${office} ${rest}`, [23]],
      [`${areas} indoor sensor general ${pendant} ${office} ${rest}`, [31]],
      [`info general ${pendant} ${office} ${rest}`, [11]],
      [`${areas} general ${pendant} pedometer ${office} ${rest}`, [45]],
      [`${areas} general ${pendant} heartRateBloodPressure pedometer ${office} ${rest}`, [14]],
      [`${areas} indoor sensor general ${pendant} heartRateBloodPressure pedometer ${office} ${rest}`, [29, 34]],
      [
        `settings communication sound light voicePrompt battery inactivity info logs organization sensor walk-test ${rest}`,
        [13, 22, 26, 32, 33],
      ],
      [`${areas} general ${office} ${rest}`, [2, 28]],
      [`info general ${office} ${rest}`, [7, 20]],
      [`info general alarm lightAndSound ${office} ${rest}`, [44]],
    ]);
    const everything = [{ role: 'SUPERFIRM', custId: testCustomers.home }] as const;
    api.setRights('colleague', { policies: everything });
    for (const [tabs, dehaIds] of expected)
      for (const dehaId of dehaIds)
        expect((await tabsOf('colleague', await api.addDevice({ dehaId }))).join(' '), `${dehaId}`).toBe(tabs);
    expect([...expected.values()].flat().sort()).toEqual(hardwareList.map(({ dehaId }) => dehaId).sort());
    const all = Object.keys(policies) as Policy[];
    const only = all.filter((policy) => policy !== 'DEVICE_LIGHT_SOUND');
    api.setRights('colleague', { policies: everything, only });
    expect(await tabsOf('colleague')).not.toContain('lightAndSound');
  });

  test.each<[string, Policy, number, number | null]>([
    ['info', 'DEVICE_INFO', 34, null],
    ['geofence', 'DEVICE_GEOFENCE', 34, 20],
    ['indoor', 'DEVICE_INDOOR', 34, 20],
    ['sensor', 'DEVICE_SENSOR', 34, 20],
    ['walk-test', 'DEVICE_SENSOR', 13, 20],
    ['alarm', 'DEVICE_ALARM', 14, 20],
    ['lightAndSound', 'DEVICE_LIGHT_SOUND', 34, 20],
    ['battery', 'DEVICE_BATTERY_THRESHOLD', 13, 20],
    ['inactivity', 'GENERAL_SETTINGS', 13, 20],
    ['manDown', 'DEVICE_MAN_DOWN', 34, 20],
    ['heartRateBloodPressure', 'DEVICE_HEART_RATE_BLOOD_PRESSURE', 34, 20],
    ['pedometer', 'DEVICE_HEART_RATE_BLOOD_PRESSURE', 34, 20],
    ['organization', 'DEVICE_ORGANIZATION', 34, null],
    ['logs', 'DEVICE_LOGS', 34, null],
    ['twin', 'TWIN_DEVICE', 34, null],
    ['delete-device-data', 'DEVICE_DELETE_DATA', 34, null],
  ])('have %s with %s at its owner, on hardware that has it [D6.001]', async (tab, policy, able, unable) => {
    const everywhere = [
      { role: 'SUPERFIRM', custId: testCustomers.home },
      { role: 'SUPERFIRM', custId: testCustomers.firm },
    ] as const;
    const device = await api.addDevice({ dehaId: able, custId: testCustomers.home });
    api.setRights('colleague', { policies: everywhere });
    expect(await tabsOf('colleague', device)).toContain(tab);
    if (unable !== null) expect(await tabsOf('colleague', await api.addDevice({ dehaId: unable }))).not.toContain(tab);
    const others = (Object.keys(policies) as Policy[]).filter((one) => one !== policy);
    api.setRights('colleague', { policies: everywhere, only: others });
    expect(await tabsOf('colleague', device)).not.toContain(tab);
    // Held at another customer, it opens nothing here.
    const seesAll = [{ role: 'TRACKER', custId: testCustomers.home }, everywhere[1]] as const;
    api.setRights('colleague', { policies: seesAll });
    expect(await tabsOf('colleague', device)).not.toContain(tab);
  });

  test('[D1.004] have those with nothing but what is on trial for a beta tester alone', async () => {
    const { watchRemoval } = hardwareSettings.watchTwo;
    vi.spyOn(hardwareSettings, 'watchTwo', 'get').mockReturnValue({ watchRemoval } as never);
    const watchTwo = await api.addDevice({ dehaId: 14 });
    const only = (Object.keys(policies) as Policy[]).filter((policy) => policy !== 'DEFAULT_SETTINGS_INTEGRATION');
    const tabsWith = (flags: Rights['flags'] = []) => {
      api.setRights('colleague', { policies: atHome, only, flags });
      return tabsOf('colleague', watchTwo);
    };
    const plain = await tabsWith();
    expect(plain).not.toContain('settings');
    expect(await tabsWith(['translator'])).not.toContain('settings');
    expect(await tabsWith(['beta'])).toEqual(plain.toSpliced(plain.indexOf('twin'), 0, 'settings'));
  });

  test('are not opened by a policy held for another customer', async () => {
    const elsewhere = await api.addDevice({ custId: testCustomers.firm });
    api.setRights('colleague', {
      policies: [
        { role: 'TRACKER', custId: testCustomers.home },
        { role: 'RESTRICTED_USER', custId: testCustomers.firm },
      ],
    });
    expect(await tabsOf('colleague')).toEqual([]);
    expect(await tabsOf('colleague', elsewhere)).toContain('info');
  });

  test('have no organisation while a private customer owns it, and have it otherwise [D1.003 D1.046]', async () => {
    expect(await tabsOf('operator')).toContain('organization');
    await api.db.execute(sql`update customers set kind = 'private' where cust_id = ${testCustomers.home}`);
    expect(await tabsOf('operator')).not.toContain('organization');
    await api.db.execute(sql`update customers set kind = 'home' where cust_id = ${testCustomers.home}`);
  });
});

test('the buttons follow the policies at the customer that owns the device, and none held elsewhere [C6.44]', async () => {
  const elsewhere = await api.addDevice({ custId: testCustomers.firm });
  api.setRights('colleague', {
    policies: [
      { role: 'TRACKER', custId: testCustomers.home },
      { role: 'RESTRICTED_USER', custId: testCustomers.firm },
    ],
  });
  expect((await get('colleague')).body.abilities).toEqual(['map', 'note', 'phone']);
  const all = [
    'map',
    'transactions',
    'settings',
    'note',
    'eventSetup',
    'alarmCentre',
    'phone',
    'userImage',
    'resetAlarm',
    'test',
    'assign',
    'swap',
    'twin',
    'forgetHistory',
    'rename',
    'info',
    'editInfo',
  ];
  expect((await get('colleague', elsewhere)).body.abilities).toEqual(all);
  api.setRights('colleague', { policies: [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] });
});

test('a policy at another customer changes nothing of a device that is only seen', async () => {
  api.setRights('colleague', {
    policies: [
      { role: 'TRACKER', custId: testCustomers.home },
      { role: 'RESTRICTED_USER', custId: testCustomers.firm },
    ],
  });
  for (const [part, body] of [
    ['name', { deviceName: 'X' }],
    ['user_tag', { userTag: 'GPS' }],
    ['training', { status: true }],
  ] as const)
    expect((await api.call('colleague', 'PUT', `/ajax/devices/${deviId}/${part}`, body)).status).toBe(404);
  api.setRights('colleague', { policies: [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] });
});

test('a new name is published to all who see the device, and an unchanged one is not [C5.01]', async () => {
  const rename = (deviceName: string) => api.call('nurse', 'PUT', `/ajax/devices/${deviId}/name`, { deviceName });
  const { rev } = (await get('nurse')).body;
  api.events.length = 0;
  await rename('Rom 7');
  expect(api.events).toMatchObject([
    {
      type: 'device',
      deviId,
      custId: testCustomers.home,
      device: { deviceName: 'Rom 7', ownedByCustName: 'home' },
    },
  ]);
  const [event] = api.events;
  expect(event?.type === 'device' && event.device.rev > rev).toBe(true);
  await rename('Rom 7');
  expect(api.events).toHaveLength(1);
});

test('a foreign device is answered like a nonexistent one', async () => {
  expect(await get('stranger')).toEqual(await get('stranger', 2147483647));
  expect((await get('stranger')).status).toBe(404);
  expect((await get('nobody')).status).toBe(403);
  expect((await positions('stranger')).status).toBe(404);
  expect((await api.call('nurse', 'GET', '/ajax/devices/99999999999')).status).toBe(400);
  expect((await api.call('nurse', 'GET', "/ajax/devices/1'--")).status).toBe(400);
});

test('positions come newest first by their own time, whatever the order of arrival, each with position and time [D5.056]', async () => {
  expect((await positions('nurse')).body).toMatchObject({ positions: [] });
  await store({ posTime: new Date(testNow), posLati: 60 });
  await store({ posTime: new Date(testNow - 60_000), posLati: 59, historical: true });
  await store({ posLati: null, posLong: null, posTime: null, posType: null, metyId: 2 });
  await store({ posLati: null });
  await store({ posLong: null });
  await store({ posTime: null });
  const { body } = await positions('tracker');
  expect(body.positions.map((one: { posLati: number }) => one.posLati)).toEqual([60, 59]);
  expect((await positions('nurse', 'count=1')).body.positions).toHaveLength(1);
  expect((await positions('nurse', 'count=51')).status).toBe(400);
});

test('of ten thousand positions in one hour the newest come, as many as are asked for; a number that is a word, or too high, is refused', async () => {
  await api.db.execute(sql`insert into transactions (tran_id, rec_ts, devi_id, deha_id, cust_id, mety_id, tran_source,
      pos_lati, pos_long, pos_type, pos_time)
    select 1000000 + i, at, ${deviId}, 23, ${testCustomers.home}, 5, 3, 59.9, 10.7, 0, at
    from (select i, ${new Date(testNow).toISOString()}::timestamptz - i * interval '360 milliseconds' as at
      from generate_series(1, 10000) i) reports`);
  const { body } = await positions('nurse', 'count=50');
  expect(body.positions.map((each: { tranId: number }) => each.tranId - 1_000_000)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
  for (const count of ['ti', '10abc', '51', '0', '1e1000'])
    expect((await positions('nurse', `count=${count}`)).status, count).toBe(400);
});

test('positions from when the device belonged to another customer stay with that customer', async () => {
  await store({ custId: testCustomers.firm });
  expect((await positions('nurse')).body.positions).toEqual([]);
  expect((await positions('operator')).body.positions).toHaveLength(1);
});

test('settings and notification list have policies of their own, whatever else the caller may [C6.45 C6.46 C6.47]', async () => {
  const atHome = [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] as const;
  const shownWith = async (...only: Policy[]) => {
    api.setRights('colleague', { policies: atHome, only: ['DEVICE_LIST', ...only] });
    const abilities: string[] = (await get('colleague')).body.abilities;
    return abilities.filter((ability) => ['settings', 'eventSetup'].includes(ability));
  };
  const all = Object.keys(policies) as Policy[];
  expect(await shownWith('EVENT_SETUP')).toEqual(['eventSetup']);
  expect(await shownWith(...all.filter((policy) => policy !== 'EVENT_SETUP'))).toEqual(['settings']);
  expect(await shownWith('DEVICE_SETTINGS')).toEqual(['settings']);
  expect(await shownWith('GENERAL_SETTINGS', 'DEVICE_LOGS')).toEqual(['settings']);
  for (const alone of ['GENERAL_SETTINGS', 'DEVICE_LOGS'] as const) expect(await shownWith(alone), alone).toEqual([]);
  api.setRights('colleague', { policies: atHome });
});

test('[C6.52] in AHP context map, log, settings and notification list are there without their policies, and nothing else', async () => {
  const policies = [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] as const;
  const shownIn = async (context: Rights['context']) => {
    api.setRights('colleague', { policies, only: ['DEVICE_LIST'], context });
    return (await get('colleague')).body.abilities;
  };
  expect(await shownIn('AHP')).toEqual(['map', 'transactions', 'settings', 'eventSetup']);
  expect(await shownIn('PROFFWEB')).toEqual(['phone']);
  api.setRights('colleague', { policies });
});

test('with a device come the policies of its log and its map at its owner, whatever else the caller may [D7.086]', async () => {
  const atHome = [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] as const;
  const openWith = async (...only: Policy[]) => {
    api.setRights('colleague', { policies: atHome, only: ['DEVICE_LIST', 'DEVICE_LOGS', ...only] });
    const abilities: string[] = (await get('colleague')).body.abilities;
    return abilities.filter((ability) => ['map', 'transactions'].includes(ability));
  };
  expect(await openWith()).toEqual([]);
  expect(await openWith('DEVICE_ACCESS_MAP')).toEqual(['map']);
  expect(await openWith('DEVICE_TRANSACTION_LOG')).toEqual(['transactions']);
  expect(await openWith('DEVICE_ACCESS_MAP', 'DEVICE_TRANSACTION_LOG')).toEqual(['map', 'transactions']);
  api.setRights('colleague', { policies: atHome });
});

describe('the map of a device', () => {
  const atHome = [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] as const;
  const place = { posLati: 59.9, posLong: 10.7, posTime: new Date(testNow), posType: 0, place: 'Stua' };
  const withPolicies = (...only: Policy[]) =>
    api.setRights('colleague', { policies: atHome, only: ['DEVICE_LIST', ...only] });
  const follow = async () => {
    const feed = await api.open('colleague', 'device', { deviId: String(deviId) });
    const first = await feed?.first(null);
    feed?.take(deviceEventOf(testCustomers.home, { deviId, rev: 9, posLati: 60, place: 'Hagen' }));
    return [first, feed?.flush()];
  };

  beforeEach(async () => {
    deviId = await api.addDevice(place);
    await store({});
  });
  afterEach(() => api.setRights('colleague', { policies: atHome }));

  test('is open with DEVICE_ACCESS_MAP alone: positions, place and changes [C6.49]', async () => {
    withPolicies('DEVICE_ACCESS_MAP');
    const { body } = await get('colleague');
    expect(body).toMatchObject({
      abilities: ['map', 'phone'],
      posLati: 59.9,
      posTime: testNow,
      place: 'Stua',
    });
    expect((await positions('colleague')).body.positions).toHaveLength(1);
    expect(await follow()).toMatchObject([
      { device: { posLati: 59.9, place: 'Stua' } },
      { device: { rev: 9, posLati: 60 } },
    ]);
  });

  test('is closed without it, whatever other rights the caller has: no call returns a position', async () => {
    withPolicies('DEVICE_TRANSACTION_LOG', 'DEVICE_SETTINGS', 'DEVICE_TRACKING', 'DEVICE_POSITIONING');
    const { body } = await get('colleague');
    expect(body.abilities).toEqual(['transactions', 'settings', 'phone']);
    expect(body).toMatchObject({ posLati: null, posLong: null, posTime: null, posType: null, place: null });
    expect((await positions('colleague')).status).toBe(403);
    const messages = await follow();
    expect(messages).toMatchObject([{ device: { deviId } }, { device: { deviId, rev: 9 } }]);
    expect(JSON.stringify(messages)).not.toMatch(/posL|place|59\.9|Hagen/);
  });

  test('decides about the positions of known access points, which DEVICE_INFO shows without them', async () => {
    const [present] = await api.db.select().from(deviceAssignments).where(eq(deviceAssignments.deviId, deviId));
    const detail = { accessPoints: [{ type: 'W', macAddress: '02:ad:24:49:ea:60' }] };
    await store({ assignmentId: present?.assignmentId ?? 0, detail });
    const path = `/ajax/devices/${deviId}/macs`;
    const saved = await api.call('nurse', 'PUT', `${path}/${0x02_ad_24_49_ea_60}`, {
      location: 'Stua',
      address: '',
    });
    expect(saved.body.macs).toMatchObject([
      { latLng: '59.90000,10.70000', deviceKnownMac: { latLng: '59.90000,10.70000' } },
    ]);
    withPolicies('DEVICE_INFO');
    const { body } = await api.call('colleague', 'GET', path);
    expect(body.macs).toMatchObject([{ latLng: null, deviceKnownMac: { location: 'Stua', latLng: null } }]);
    expect(JSON.stringify(body)).not.toContain('59.9');
  });
});
