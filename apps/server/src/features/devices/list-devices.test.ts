import type { StatusKey } from '@varde/catalogue/statuses';
import type { ListedDevice } from '@varde/contract/devices';
import { type FeatureApi, openFeatureApi, testCustomers, testNow } from '@varde/testing/feature-api';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devices } from '#domain/devices/tables.ts';
import { createDevicesFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
});
afterAll(() => api.close());
beforeEach(() => api.clear());

const list = (query = '', who: Parameters<FeatureApi['call']>[0] = 'nurse') =>
  api.call(who, 'GET', `/ajax/devices?${query}`);
const namesIn = async (query = '', who: Parameters<FeatureApi['call']>[0] = 'nurse') =>
  (await list(query, who)).body.devices.map((device: { deviceName: string }) => device.deviceName);

test('an empty fleet is an empty list with a total of 0', async () => {
  expect(await list()).toEqual({
    status: 200,
    body: { devices: [], nextCursor: null, total: 0, totalIsLowerBound: false, rev: 0 },
  });
});

test('a caller sees the devices of their own customers and no others', async () => {
  await api.addDevice({ deviceName: 'at home' });
  await api.addDevice({ deviceName: 'at the other home', custId: testCustomers.otherHome });
  await api.addDevice({ deviceName: 'at the firm', custId: testCustomers.firm });
  expect(await namesIn('', 'nurse')).toEqual(['at home']);
  expect(await namesIn('', 'tracker')).toEqual(['at home']);
  expect(await namesIn('', 'manager')).toEqual(['at home', 'at the other home']);
  expect(await namesIn('', 'stranger')).toEqual(['at the firm']);
  expect(await namesIn('', 'operator')).toHaveLength(3);
  expect((await list('', 'nobody')).body).toMatchObject({ status: 403, code: 'notAllowed' });
});

test('each device comes with the caller’s abilities [C2.61 C2.62 C2.63 C6.47]', async () => {
  await api.addDevice();
  const abilitiesOf = async (who: Parameters<FeatureApi['call']>[0]) => (await list('', who)).body.devices[0].abilities;
  expect(await abilitiesOf('nurse')).toEqual([
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
  expect(await abilitiesOf('tracker')).toEqual(['map', 'note', 'phone', 'userImage']);
});

test('[C3.01] a device of the list has its fields under the names of the specification', async () => {
  const clone = await api.addDevice({ deviceName: 'zz', deviceSerialNumber: 'CLONE-2' });
  const full = await api.addDevice({
    dehaId: 13,
    deviceName: 'Rom 7',
    deviceSerialNumber: 'HOME-1',
    lastMsgIn: new Date(testNow - 5000),
    formattedPhoneNumE164: '+4790000007',
    gsmStrength: 17,
    battery: 63,
    charging: true,
    trackingUntil: new Date(testNow + 60_000),
    noteAddedAt: new Date(testNow),
    vardeAsReceiver: true,
    flags: ['offline', 'tcpStatusDisabledWarning', 'sensorLowBattery', 'generalWarning', 'escalated'],
    twin: 'MASTER',
    twinDevice: clone,
    twinSerial: 'CLONE-2',
  });
  await api.db
    .update(devices)
    .set({ twin: 'CLONE', twinDevice: full, twinSerial: 'HOME-1' })
    .where(sql`devi_id = ${clone}`);
  const bare = await api.addDevice({ dehaId: 34, deviceName: 'Rom 8', deviceSerialNumber: 'W-1' });
  const { devices: rows } = (await list('sort=name')).body;
  expect(rows).toMatchObject([
    {
      deviId: full,
      dehaId: 13,
      detyName: 'home',
      deviceName: 'Rom 7',
      deviceSNNum: 'HOME-1',
      ownedByCustId: testCustomers.home,
      deviceTwin: { deviId: full, masterDevice: full, device: clone },
      vardeAsReceiver: true,
      lastMsgIn: testNow - 5000,
      formattedPhoneNumE164: '+4790000007',
      gsmStrength: 17,
      battery: 63,
      charging: true,
      tracking: true,
      offline: true,
      tcpStatusDisabledWarning: true,
      sensorLowBattery: true,
      generalWarning: true,
      escalated: true,
      hasNote: true,
    },
    {
      deviId: bare,
      dehaId: 34,
      detyName: 'watch seven',
      deviceTwin: null,
      vardeAsReceiver: false,
      charging: false,
      tracking: false,
      offline: false,
      tcpStatusDisabledWarning: false,
      sensorLowBattery: false,
      generalWarning: false,
      escalated: false,
      hasNote: false,
    },
  ]);
});

test('a customer in the query shows it and all below it, and nothing of a foreign one [C2.41]', async () => {
  await api.addDevice({ deviceName: 'home' });
  await api.addDevice({ deviceName: 'other', custId: testCustomers.otherHome });
  expect(await namesIn(`custId=${testCustomers.municipality}`, 'manager')).toEqual(['home', 'other']);
  expect(await namesIn(`custId=${testCustomers.otherHome}`, 'manager')).toEqual(['other']);
  expect(await namesIn(`custId=${testCustomers.otherHome}`, 'nurse')).toEqual([]);
  expect(await namesIn('custId=2147483647', 'operator')).toEqual([]);
  expect((await list('custId=2147483648', 'operator')).status).toBe(400);
});

const sorts = {
  default: ['b urgent', 'a calm', 'c calm', 'd calm'],
  name: ['a calm', 'b urgent', 'c calm', 'd calm'],
  lastContactAscending: ['a calm', 'c calm', 'b urgent', 'd calm'],
  lastContactDescending: ['d calm', 'b urgent', 'c calm', 'a calm'],
  notesAddedDescending: ['c calm', 'a calm', 'b urgent', 'd calm'],
};
test.each(Object.entries(sorts))(
  'sorted by %s, pages of one give every device once, in order [C2.49]',
  async (sort, expected) => {
    await api.addDevice({ deviceName: 'd calm', lastMsgIn: new Date(5000) });
    await api.addDevice({ deviceName: 'a calm', noteAddedAt: new Date(1000) });
    await api.addDevice({ deviceName: 'c calm', noteAddedAt: new Date(2000) });
    await api.addDevice({ deviceName: 'b urgent', status: 'alarm', lastMsgIn: new Date(5000) });
    // finer than a millisecond, and the same millisecond
    await api.db.execute(sql`update devices set last_msg_in = last_msg_in + interval '300 microseconds'
    where device_name = 'd calm'`);
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null && page < 9; page++) {
      const { body } = await list(`sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.devices.map((device: { deviceName: string }) => device.deviceName));
      expect(body.total).toBe(page === 0 ? 4 : null);
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(expected);
  },
);

test('a search finds a part of the name or the serial number, in any case, and follows a new name [C2.44]', async () => {
  const deviId = await api.addDevice({ deviceName: 'Øygard Ærlig', deviceSerialNumber: 'XY-100' });
  await api.addDevice({ deviceName: '100 % ull', deviceSerialNumber: 'A_B' });
  expect(await namesIn(`search=${encodeURIComponent('øYGARD')}`)).toEqual(['Øygard Ærlig']);
  expect(await namesIn('search=y-1')).toEqual(['Øygard Ærlig']);
  expect(await namesIn('search=%25')).toEqual(['100 % ull']);
  expect(await namesIn('search=_')).toEqual(['100 % ull']);
  expect(await namesIn('search=%5C')).toEqual([]);
  expect(await namesIn(`search=${encodeURIComponent("'; drop table devices; --")}`)).toEqual([]);
  expect(await namesIn(`search=${encodeURIComponent('<script>')}`)).toEqual([]);
  expect((await list('search=%00')).body.code).toBe('validationFailed');
  await api.db.update(devices).set({ deviceName: 'Nytt navn' }).where(sql`devi_id = ${deviId}`);
  expect(await namesIn('search=nytt+n')).toEqual(['Nytt navn']);
});

test('a search finds names without case and marks, however their letters are written', async () => {
  await api.addDevice({ deviceName: 'A\u030ase Kjær', deviceSerialNumber: 'N-1' });
  await api.addDevice({ deviceName: 'Łódź Đuro', deviceSerialNumber: 'N-2' });
  await api.addDevice({ deviceName: 'ΑΝΔΡΕΑΣ Щёлкин', deviceSerialNumber: 'N-3' });
  const found = (words: string) => namesIn(`search=${encodeURIComponent(words)}`);
  for (const words of ['åse', 'A\u030aSE', 'ase', 'KJÆR', 'kjaer', 'Åse\u00a0Kjær', '\u202aÅse\u202c'])
    expect(await found(words), words).toEqual(['A\u030ase Kjær']);
  for (const words of ['łódź', 'LODZ', 'đuro', 'duro']) expect(await found(words), words).toEqual(['Łódź Đuro']);
  for (const words of ['Ανδρέας', 'ЩЕЛК']) expect(await found(words), words).toEqual(['ΑΝΔΡΕΑΣ Щёлкин']);
});

test('names are in the order of the Norwegian alphabet, and pages follow it', async () => {
  const names = ['anne', 'Berg', 'Bø', 'Zara', 'Ærlig', 'Østby', 'Aas', 'Åse'];
  for (const deviceName of names.toReversed()) await api.addDevice({ deviceName });
  for (const sort of ['name', 'default']) {
    expect(await namesIn(`sort=${sort}`)).toEqual(names);
    const { body } = await list(`sort=${sort}&limit=5`);
    expect(await namesIn(`sort=${sort}&cursor=${body.nextCursor}`)).toEqual(names.slice(5));
  }
});

test('names with numbers are in the order of the numbers, as people count rooms, and pages follow it', async () => {
  const names = ['Rom 1', 'Rom 2', 'Rom 02 B', 'Rom 9', 'Rom 10', 'Rom 100', 'Rom 1234567890123', 'Rom A'];
  for (const deviceName of names.toReversed()) await api.addDevice({ deviceName });
  for (const sort of ['name', 'default']) {
    expect(await namesIn(`sort=${sort}`)).toEqual(names);
    const { body } = await list(`sort=${sort}&limit=5`);
    expect(await namesIn(`sort=${sort}&cursor=${body.nextCursor}`)).toEqual(names.slice(5));
  }
});

describe('filters', () => {
  const heard = new Date(testNow);
  /** One device for each row: name, flags, status, and other filtered fields. */
  const fleet: [string, string[], StatusKey, { charging?: true; lastMsgIn?: null }?][] = [
    ['well', [], 'clear'],
    ['charging', [], 'clear', { charging: true }],
    ['new', [], 'clear', { lastMsgIn: null }],
    ['fire', ['fireWarning'], 'fire'],
    ['fallen', ['manDownWarning'], 'manDown'],
    ['seizure', ['epilepsyWarning'], 'epilepsy'],
    ['sos', ['alarmWarning'], 'alarm'],
    ['away', ['wandererWarning'], 'wanderer'],
    ['left', ['geofenceWarning'], 'geofence'],
    ['unchecked', ['selfCheckWarning'], 'selfCheck'],
    ['risen', ['outOfBedWarning'], 'outOfBed'],
    ['hungry', ['fridgeWarning'], 'fridge'],
    ['awake', ['inBedWarning'], 'inBed'],
    ['flat', ['outOfBatteryWarning'], 'outOfBattery'],
    ['silent', ['offlineWarning', 'offline'], 'offline'],
    ['plain', ['tcpStatusDisabledWarning'], 'tcpDisabled'],
    ['lost', ['outdatedPositionWarning'], 'outdatedPosition'],
    ['low', ['batteryWarning'], 'battery'],
    ['low, charging', ['batteryWarning'], 'clear', { charging: true }],
    ['low, new', ['batteryWarning'], 'battery', { lastMsgIn: null }],
    ['low, unchecked', ['batteryWarning', 'selfCheckWarning'], 'selfCheck'],
    ['dark', ['powerFailure'], 'powerFailure'],
    ['still', ['inactiveWarning'], 'inactive'],
    ['sensor', ['sensorLowBattery', 'generalWarning'], 'general'],
  ];
  const add = async () => {
    for (const [deviceName, flags, status, { charging = false, lastMsgIn = heard } = {}] of fleet)
      await api.addDevice({ deviceName, flags, status, charging, lastMsgIn });
  };
  const alarms = ['fire', 'fallen', 'seizure', 'sos', 'away', 'left', 'risen', 'hungry', 'awake'];

  /** In the numeric order of the specification. */
  const expected: [string, string[]][] = [
    ['alarm', alarms],
    ['battery', ['low']],
    ['fire', ['fire']],
    ['outOfBed', ['risen']],
    ['fridge', ['hungry']],
    ['inBed', ['awake']],
    ['selfCheck', ['unchecked', 'low, unchecked']],
    ['outOfBattery', ['flat']],
    ['outdatedPosition', ['lost']],
    ['geofence', ['left']],
    ['static', ['still']],
    ['offline', ['silent']],
    ['tcpDisabled', ['plain']],
    ['charging', ['charging', 'low, charging']],
    ['general', ['sensor']],
    ['neverUsed', ['new', 'low, new']],
    ['clear', ['well', 'charging', 'new', 'low, charging']],
    [
      'technical',
      ['unchecked', 'flat', 'silent', 'plain', 'lost', 'low', 'low, new', 'low, unchecked', 'dark', 'sensor'],
    ],
    ['ok', ['well', 'charging', 'low, charging']],
  ];

  test('by alarm are the nineteen of the specification, each by its name and by its number from 0 to 18 [C2.43 C3.16 D5.063]', async () => {
    await add();
    for (const [number, [name, devices]] of expected.entries()) {
      expect((await namesIn(`filter=${name}`)).sort(), name).toEqual([...devices].sort());
      expect((await namesIn(`filter=${number}`)).sort(), `${number}`).toEqual([...devices].sort());
    }
    for (const wrong of ['19', '-1', '0.5', 'drop', 'constructor'])
      expect((await list(`filter=${wrong}`)).status, wrong).toBe(400);
  });

  test('by maintenance show those with a fault of battery, self-check, contact, position or sensor, and no others [C2.48]', async () => {
    await add();
    const low = ['low', 'low, charging', 'low, new', 'low, unchecked'];
    const faulty = [...low, 'flat', 'unchecked', 'silent', 'plain', 'lost', 'sensor'];
    expect((await namesIn('maintain=1')).sort()).toEqual(faulty.sort());
  });

  test('by status show the devices that have it: a low battery only while it does not charge [C4.03 C7.23]', async () => {
    await add();
    expect(await namesIn('status=alarm')).toEqual(['sos']);
    expect(await namesIn('status=battery&sort=name')).toEqual(['low', 'low, new']);
    expect((await namesIn('status=clear')).sort()).toEqual(['charging', 'low, charging', 'well']);
    expect(await namesIn('status=neverUsed')).toEqual(['new']);
    expect((await list('status=drop')).status).toBe(400);
  });
});

test('by type, wifi and maintenance apply to the caller’s devices alone, and exclude the others [C2.42 C2.47 C2.48]', async () => {
  const add = (deviceName: string, dehaId: number, flags: string[] = [], custId?: number) =>
    api.addDevice({ deviceName, dehaId, flags, ...(custId && { custId }) });
  await add('scans', 34);
  await add('does not scan', 11, ['batteryWarning']);
  await add('silent', 11, ['offlineWarning', 'offline']);
  await add('still', 11, ['inactiveWarning', 'generalWarning']);
  await add('foreign', 34, ['batteryWarning'], testCustomers.firm);
  expect(await namesIn('dehaId=11&sort=name')).toEqual(['does not scan', 'silent', 'still']);
  expect(await namesIn('dehaId=32767')).toEqual([]);
  expect(await namesIn('wifi=1')).toEqual(['scans']);
  expect(await namesIn('wifi=1', 'stranger')).toEqual(['foreign']);
  expect(await namesIn('maintain=1&sort=name')).toEqual(['does not scan', 'silent']);
  expect(await namesIn('maintain=1&dehaId=34')).toEqual([]);
  for (const wrong of ['dehaId=32768', 'dehaId=0', 'wifi=0', 'wifi=true', 'maintain=2'])
    expect((await list(wrong)).status, wrong).toBe(400);
});

test('by user tags shows devices with one of them, of the own customers [C2.46]', async () => {
  await api.addDevice({ deviceName: 'walks', userTag: 'GPS' });
  await api.addDevice({ deviceName: 'calls', userTag: 'COLLEAGUE_ALERT' });
  await api.addDevice({ deviceName: 'untagged' });
  await api.addDevice({ deviceName: 'foreign', userTag: 'GPS', custId: testCustomers.firm });
  expect(await namesIn('userTags=GPS')).toEqual(['walks']);
  expect(await namesIn('userTags=GPS,COLLEAGUE_ALERT&sort=name')).toEqual(['calls', 'walks']);
  expect(await namesIn('userTags=NONE,GPS&sort=name')).toEqual(['untagged', 'walks']);
  expect(await namesIn('userTags=OTHER')).toEqual([]);
  for (const wrong of ['userTags=', 'userTags=gps', 'userTags=GPS,', 'userTags=GPS,x'])
    expect((await list(wrong)).status, wrong).toBe(400);
});

describe('an alarm-handling partner', () => {
  const { home, firm, otherHome } = testCustomers;
  beforeEach(async () => {
    const fire = { status: 'fire', flags: ['fireWarning'] } as const;
    await api.addDevice({ deviceName: 'calm at home' });
    await api.addDevice({ deviceName: 'fire at home', ...fire, flags: [...fire.flags] });
    await api.addDevice({ deviceName: 'alarm at the firm', custId: firm, status: 'alarm' });
    await api.addDevice({ deviceName: 'fire elsewhere', custId: otherHome, ...fire, flags: [...fire.flags] });
    api.setRights('colleague', { policies: [{ role: 'AHP', custId: home }] });
    return () => api.setRights('colleague', { policies: [{ role: 'RESTRICTED_USER', custId: home }] });
  });
  const all = ['fire elsewhere', 'fire at home', 'alarm at the firm', 'calm at home'];

  test('lists the devices of all customers, most urgent first, and others only those of their own [C7.21]', async () => {
    const listed = await namesIn('', 'colleague');
    expect([listed.slice(0, 2).sort(), listed.slice(2)]).toEqual([all.slice(0, 2).sort(), all.slice(2)]);
    expect((await list('', 'colleague')).body.total).toBe(4);
    expect(await namesIn('sort=name', 'colleague')).toEqual([...all].sort());
    expect(await namesIn('sort=name', 'nurse')).toEqual(['calm at home', 'fire at home']);
    expect(await namesIn('', 'stranger')).toEqual(['alarm at the firm']);
  });

  test.each([
    ['status=fire&sort=name', ['fire at home', 'fire elsewhere'], ['fire at home']],
    ['filter=fire&sort=name', ['fire at home', 'fire elsewhere'], ['fire at home']],
    [`custId=${firm}`, ['alarm at the firm'], []],
    [`custId=${otherHome}&status=fire`, ['fire elsewhere'], []],
    [`custId=${home}&status=alarm`, [], []],
    ['search=home&sort=name', ['calm at home', 'fire at home'], ['calm at home', 'fire at home']],
    ['search=elsewhere', ['fire elsewhere'], []],
  ])('filters them by %s, and a nurse only those of the own home [C7.25]', async (query, found, byNurse) => {
    expect(await namesIn(query, 'colleague')).toEqual(found);
    expect((await list(query, 'colleague')).body.total).toBe(found.length);
    expect(await namesIn(query, 'nurse')).toEqual(byNurse);
  });
});

test('each device has every warning flag of the specification, set or not [C3.02]', async () => {
  const flags = [
    'fireWarning',
    'manDownWarning',
    'epilepsyWarning',
    'alarmWarning',
    'wandererWarning',
    'outOfBedWarning',
    'fridgeWarning',
    'inBedWarning',
    'selfCheckWarning',
    'outOfBatteryWarning',
    'outdatedPositionWarning',
    'geofenceWarning',
    'powerFailure',
    'batteryWarning',
    'inactiveWarning',
    'offlineWarning',
    'unknownWarning',
  ];
  await api.addDevice({ deviceName: 'a', flags });
  await api.addDevice({ deviceName: 'b', flags: [] });
  const { devices: rows } = (await list('sort=name')).body;
  for (const flag of flags)
    expect(
      rows.map((row: Record<string, unknown>) => row[flag]),
      flag,
    ).toEqual([true, false]);
});

test('each device has the type name of its hardware [C3.08 C3.09 C3.10 C3.11 C3.12]', async () => {
  const types = {
    1: 'trigger one',
    2: 'app',
    3: 'track one',
    4: 'trigger two',
    5: 'trigger three',
    7: 'analog turbo',
    8: 'track three',
    11: 'watch one',
    13: 'home',
    14: 'watch two',
    15: 'trigger four',
    16: 'trigger five',
    17: 'watch three',
    20: 'help',
    21: 'trigger three E',
    22: 'home DT35',
    23: 'trigger two 4G',
    24: 'watch four',
    25: 'track two',
    26: 'home max',
    28: 'GTX sole',
    29: 'watch five',
    30: 'watch six',
    31: 'track four',
    32: 'home STCB1',
    33: 'home STCB3',
    34: 'watch seven',
    44: 'Eliza',
    45: 'watch two 4G',
  };
  for (const dehaId of [...Object.keys(types).map(Number), 99]) await api.addDevice({ dehaId });
  const { devices: rows } = (await list('limit=50')).body;
  const named = rows.map(({ dehaId, detyName }: ListedDevice) => [dehaId, detyName]);
  expect(Object.fromEntries(named)).toEqual({ ...types, 99: '' });
});

test('a cursor that was made up or belongs to another sort order is refused as a bad request', async () => {
  await api.addDevice();
  const made = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
  const bad = [
    'x',
    '!!',
    made(null),
    made([1]),
    made([100, 'a\0', 1]),
    made(['clear', 'a', 1]),
    made([99_999, 'a', 1]),
    made([100, "a'", 1.5]),
  ];
  for (const cursor of bad) {
    const { status, body } = await list(`cursor=${encodeURIComponent(cursor)}`);
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'validationFailed', 'cursor']);
  }
  expect((await list(`sort=lastContactAscending&cursor=${made([Number.MAX_SAFE_INTEGER, 1])}`)).status).toBe(400);
  expect((await list(`cursor=${made([100, "a' or 1=1 --", 1])}`)).status).toBe(200);
});

test('of more than 500 devices the total is exact, with a filter at least 500, and with a search at least the page', async () => {
  await api.db.execute(sql`insert into devices (deha_id, cust_id, device_name, device_serial_number)
    select 23, ${testCustomers.home}, 'n' || i, 's' || i from generate_series(1, 10001) i`);
  expect((await list('limit=1')).body).toMatchObject({ total: 10_001, totalIsLowerBound: false });
  expect((await list(`limit=1&custId=${testCustomers.home}`)).body).toMatchObject({
    total: 10_001,
    totalIsLowerBound: false,
  });
  for (const narrowing of ['status=neverUsed', 'filter=neverUsed', 'dehaId=23'])
    expect((await list(`limit=1&${narrowing}`)).body, narrowing).toMatchObject({
      total: 500,
      totalIsLowerBound: true,
    });
  await api.db.execute(
    sql`delete from devices where device_serial_number ~ '^s[0-9]+$' and substr(device_serial_number, 2)::int > 500`,
  );
  expect((await list('limit=1')).body).toMatchObject({ total: 500, totalIsLowerBound: false });
  expect((await list('limit=1&status=neverUsed')).body).toMatchObject({
    total: 500,
    totalIsLowerBound: false,
  });
  expect((await list('limit=3&search=n40')).body).toMatchObject({ total: 3, totalIsLowerBound: true });
  expect((await list('limit=11&search=n40')).body).toMatchObject({ total: 11, totalIsLowerBound: false });
  expect((await list('limit=200&dehaId=23&search=n40')).body).toMatchObject({
    total: 11,
    totalIsLowerBound: false,
  });
});
