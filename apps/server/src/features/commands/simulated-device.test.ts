import { connect } from 'node:net';
import type { DeviceActionKey } from '@varde/catalogue/device-actions';
import { liveDestinations } from '@varde/contract/transport';
import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
import { createJobRunner } from '@varde/testing/job-runner';
import { type LiveClient, openLiveClient } from '@varde/testing/live-client';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { resetOrder } from '@varde/testing/reset-order';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { queueCommand } from '#domain/commands/commands.ts';
import { commands } from '#domain/commands/tables.ts';
import { deviceAssignments, devices } from '#domain/devices/tables.ts';
import { deviceSettings } from '#domain/settings/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { autoTracking } from '../../jobs/auto-tracking.ts';
import { commandRetries } from '../../jobs/command-retries.ts';
import { trackingEnd } from '../../jobs/tracking-end.ts';

/** A complete Varde with gateways on real sockets, and simulated devices that connect to them. */
let server: TestServer;
let clock: ManualClock;
let ports: { watch: number; eview: number };
let deviId: number;
let cookie: string;
const open: { close(): void }[] = [];

beforeAll(async () => {
  ports = { watch: await freePort(), eview: await freePort() };
  clock = createManualClock();
  const environment = { VARDE_WATCH_PORT: `${ports.watch}`, VARDE_EVIEW_PORT: `${ports.eview}` };
  server = await startTestServer({ clock, environment });
  await server.app.start();
});
afterAll(() => server.close());
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** Each test has its own device, since processing remembers the connections of a device. */
let identity = 1_234_567_890;
const dehaIds = { watch: 34, eview: 25 };

async function given(
  protocol: 'watch' | 'eview',
  options = {},
  dehaId: number = dehaIds[protocol],
): Promise<VirtualDevice> {
  identity += 1;
  const custId = await createCustomer(server.db);
  ({ deviId } = await createDevice(server.db, {
    custId,
    dehaId,
    identity: `${identity}`,
  }));
  cookie = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId }));
  const at = { host: '127.0.0.1', port: ports[protocol] };
  const device = createVirtualDevice({ protocol, identity: `${identity}`, ...at, ...options });
  open.push(device);
  return device;
}

const row = async () => (await server.db.select().from(devices).where(eq(devices.deviId, deviId)))[0];
const isConnected = (expected = true) => expect.poll(async () => (await row())?.connected).toBe(expected);
async function arrive(device: VirtualDevice): Promise<void> {
  await device.connect();
  await isConnected();
}
async function follow(): Promise<LiveClient> {
  const client = await openLiveClient(server.port(), { cookie });
  open.push(client);
  client.send('SUBSCRIBE', {
    id: 'a',
    destination: liveDestinations.device.replace(':deviId', `${deviId}`),
    receipt: 'r',
  });
  await client.next('RECEIPT');
  return client;
}
const nextMessage = async (client: LiveClient): Promise<{ commandsChanged?: true }> =>
  JSON.parse((await client.next('MESSAGE')).body);
const press = (action: DeviceActionKey, body: object = {}) =>
  server.call('POST', `/ajax/devices/${deviId}/actions/${action}`, { as: cookie, body });
const cancel = (commandId: number) =>
  server.call('DELETE', `/ajax/devices/${deviId}/commands/${commandId}`, { as: cookie });
interface Shown {
  action: string;
  state: string;
  reason: string | null;
}
async function shown(): Promise<[string, string, string | null][]> {
  const { body } = await server.call('GET', `/ajax/devices/${deviId}/commands`, { as: cookie });
  const { commands } = body as { commands: Shown[] };
  return commands.map(({ action, state, reason }) => [action, state, reason]);
}
const becomes = (...expected: [string, string, string | null][]) => expect.poll(shown).toEqual(expected);
const noticesOf = (device: VirtualDevice): string[] => {
  const heard: string[] = [];
  device.subscribe(({ type }) => heard.push(type));
  return heard;
};
const trackingUntil = async () => (await row())?.trackingUntil?.getTime() ?? null;

test('[C7.32 D7.064] find me is queued, sent to the watch, answered, confirmed, and published', async () => {
  const device = await given('watch');
  const heard = noticesOf(device);
  await arrive(device);
  const client = await follow();
  const pressed = await press('findMe');
  expect(pressed).toMatchObject({
    status: 200,
    body: { action: 'findMe', state: 'pending', abilities: ['cancel'] },
  });
  await becomes(['findMe', 'confirmed', null]);
  expect(heard.filter((type) => type === 'findMe')).toHaveLength(1);
  while ((await nextMessage(client)).commandsChanged !== true);
});

const pressed = ['findMe', 'locate', 'reboot', 'factoryReset'] as const;
test.each((['watch', 'eview'] as const).flatMap((protocol) => pressed.map((action) => [action, protocol] as const)))(
  '[C1.07 C7.32 D7.063 D7.064 D7.067] %s reaches a device that speaks %s, and is confirmed',
  async (action, protocol) => {
    const device = await given(protocol);
    const heard = noticesOf(device);
    await arrive(device);
    expect((await press(action)).status).toBe(200);
    await becomes([action, 'confirmed', null]);
    expect(heard.filter((type) => type === action)).toHaveLength(1);
  },
);

test('pressed twice at once, an action is queued and run once', async () => {
  const device = await given('watch');
  const heard = noticesOf(device);
  const answers = await Promise.all([press('findMe'), press('findMe')]);
  const [first, second] = answers.map(({ body }) => (body as { commandId: number }).commandId);
  expect(second).toBe(first);
  await arrive(device);
  await becomes(['findMe', 'confirmed', null]);
  expect(heard.filter((type) => type === 'findMe')).toHaveLength(1);
  const later = (await press('findMe')).body as { commandId: number };
  expect(later.commandId).not.toBe(first);
  await expect.poll(() => heard.filter((type) => type === 'findMe')).toHaveLength(2);
});

test('a command that a device refuses has failed', async () => {
  const device = await given('eview', { refusesSettings: true });
  await arrive(device);
  expect((await press('startTracking')).status).toBe(200);
  await becomes(['startTracking', 'failed', 'refused']);
  const { body } = await server.call('GET', `/ajax/devices/${deviId}/commands`, { as: cookie });
  expect(body).toMatchObject({ commands: [{ answer: 'code 1' }] });
  expect(await trackingUntil()).toBeNull();
});

test('a restart that a watch does not answer is sent once and expires, also when the watch reconnects', async () => {
  await given('watch');
  const received: string[] = [];
  const dial = async () => {
    const socket = connect(ports.watch, '127.0.0.1');
    open.push({ close: () => socket.destroy() });
    socket.on('data', (bytes) => received.push(bytes.toString()));
    socket.write(`[3G*${identity}*0002*LK]`);
    await isConnected();
    return socket;
  };
  const run = createJobRunner(server, clock);
  const restarts = () => received.filter((text) => text.includes('RESET')).length;
  const socket = await dial();
  await press('reboot');
  await expect.poll(restarts).toBe(1);
  await becomes(['reboot', 'sent', null]);
  socket.destroy();
  await isConnected(false);
  await dial();
  clock.advance(30_001);
  await run(commandRetries);
  await becomes(['reboot', 'expired', 'noAnswer']);
  expect(restarts()).toBe(1);
});

test('find me for a device that stays away expires after five minutes, and does not ring later', async () => {
  const device = await given('watch');
  const heard = noticesOf(device);
  await press('findMe');
  const run = createJobRunner(server, clock);
  clock.advance(300_000);
  await run(commandRetries);
  expect(await shown()).toEqual([['findMe', 'pending', null]]);
  clock.advance(1);
  await run(commandRetries);
  expect(await shown()).toEqual([['findMe', 'expired', 'notConnected']]);
  await arrive(device);
  await press('locate');
  await becomes(['locate', 'confirmed', null], ['findMe', 'expired', 'notConnected']);
  expect(heard).not.toContain('findMe');
});

test('a command that is cancelled while the device is away is never sent', async () => {
  const device = await given('watch');
  const heard = noticesOf(device);
  const { commandId } = (await press('reboot')).body as { commandId: number };
  expect(await cancel(commandId)).toMatchObject({ status: 200, body: { state: 'cancelled', abilities: [] } });
  await arrive(device);
  await press('findMe');
  await becomes(['findMe', 'confirmed', null], ['reboot', 'cancelled', null]);
  expect(heard).not.toContain('reboot');
  expect(await cancel(commandId)).toMatchObject({ status: 409, body: { code: 'commandUnderWay' } });
});

test('[C7.30 D7.061 D7.062 D4.060] tracking begins when the device confirms it, and ends when it is stopped', async () => {
  const device = await given('eview');
  await arrive(device);
  const before = device.settings;
  expect((await press('startTracking', { duration: 90, interval: 120 })).status).toBe(200);
  await becomes(['startTracking', 'confirmed', null]);
  expect(device.settings).toMatchObject({ trackingInterval: 120 });
  expect(await trackingUntil()).toBe(clock.now() + 90 * 60_000);
  expect((await press('stopTracking')).status).toBe(200);
  await becomes(['stopTracking', 'confirmed', null], ['startTracking', 'confirmed', null]);
  expect(device.settings).toEqual(before);
  expect(await trackingUntil()).toBeNull();
  const logged = (await server.db.select().from(transactions).where(eq(transactions.deviId, deviId))).map(
    ({ metyId }) => metyId,
  );
  expect(logged).toEqual(expect.arrayContaining([105, 106]));
});

test.each([
  [{}, 30],
  [{ minutes: 90 }, 30],
  [{ minutes: 10 }, 30],
])('[D2.114 D5.040 D5.041] trigger two 4G that is asked for %j is tracked for %i minutes', async (body, minutes) => {
  const device = await given('eview', {}, 23);
  await arrive(device);
  expect((await press('startTracking', body)).status).toBe(200);
  await becomes(['startTracking', 'confirmed', null]);
  expect(await trackingUntil()).toBe(clock.now() + minutes * 60_000);
});

test('tracking ends by itself when the minutes are over, and not before', async () => {
  const device = await given('eview');
  await arrive(device);
  const before = device.settings;
  await press('startTracking', { duration: 10 });
  await becomes(['startTracking', 'confirmed', null]);
  const run = createJobRunner(server, clock);
  const job = trackingEnd({ eview: [['heartbeatInterval', 'trackingInterval']] });
  clock.advance(10 * 60_000);
  await run(job);
  expect(await shown()).toEqual([['startTracking', 'confirmed', null]]);
  clock.advance(1);
  await run(job);
  await becomes(['stopTracking', 'confirmed', null], ['startTracking', 'confirmed', null]);
  expect(device.settings).toEqual(before);
  expect(await trackingUntil()).toBeNull();
});

test('a device that is tracked in alarm reports often from its SOS until the alarm is reset', async () => {
  const device = await given('eview');
  await arrive(device);
  const before = device.settings;
  const run = createJobRunner(server, clock);
  const job = autoTracking({ eview: [['heartbeatInterval', 'trackingInterval']] });
  await run(job);
  expect(await shown()).toEqual([]);
  device.pressSos();
  const opened = () => server.db.select().from(alarms).where(eq(alarms.deviId, deviId));
  await expect.poll(opened).toHaveLength(1);
  await run(job);
  await becomes(['startTracking', 'confirmed', null]);
  expect(device.settings).toMatchObject({ trackingInterval: 60 });
  expect(await trackingUntil()).toBe(clock.now() + 60 * 60_000);
  const [alarm] = await opened();
  const answer = await server.call('POST', `/ajax/alarms/${alarm?.alarmId}/reset`, {
    ...{ as: cookie, body: resetOrder() },
  });
  expect(answer.status).toBe(200);
  await run(job);
  await becomes(['stopTracking', 'confirmed', null], ['startTracking', 'confirmed', null]);
  expect(device.settings).toEqual(before);
  expect(await trackingUntil()).toBeNull();
});

test.each(['eview', 'watch'] as const)(
  '[D4.057] automatic tracking has a device that speaks %s report by itself at its interval; off, only while a geofence is on or it is tracked',
  async (protocol) => {
    const device = await given(protocol);
    await arrive(device);
    if (protocol === 'eview') {
      await press('sync');
      await becomes(['sync', 'confirmed', null]);
    }
    const reports = (seconds: number) => expect.poll(() => device.settings.trackingInterval).toBe(seconds);
    expect((await saveSettings({ trackingInterval: 600, autoTracking: true })).status).toBe(200);
    await reports(600);
    expect((await saveSettings({ autoTracking: false })).status).toBe(200);
    await reports(65_535);
    const fence = {
      ...{ id: 0, name: 'Hjem', enabled: true, enabledTime: false, enabledTimeFrom: 0, enabledTimeTo: 0 },
      ...{ radius: 200, polygon: false, circle: true, vertices: [{ lat: 60, lng: 10 }], delayMinutes: 0 },
      ...{ indoor: false, inloIds: [], alertByCall: false, share: false, sharedCustId: null },
    };
    const path = `/ajax/devices/${deviId}/geofences`;
    const saved = await server.call('PUT', path, { as: cookie, body: { geofence: fence } });
    await reports(600);
    expect((await server.call('DELETE', `${path}/${saved.body.id}`, { as: cookie })).status).toBe(200);
    await reports(65_535);
    expect((await press('startTracking')).status).toBe(200);
    await reports(60);
    expect((await press('stopTracking')).status).toBe(200);
    await reports(65_535);
    await press('sync');
    expect(await settingsShown('trackingInterval')).toMatchObject({ desired: 600 });
    expect((await saveSettings({ autoTracking: true })).status).toBe(200);
    await reports(600);
  },
);

test('an order by hand while an automatic one is under way is one of its own, which outlives the alarm', async () => {
  await given('eview');
  const custId = (await row())?.custId ?? 0;
  const alarmId = await createAlarm(server.db, { deviId, custId });
  const command = { kind: 'startTracking' as const, minutes: 60, values: { trackingInterval: 60 } };
  const at = new Date(clock.now());
  await queueCommand(server.db, { deviId, command, userId: null, at, alarmId });
  await server.db.update(devices).set({ connected: true }).where(eq(devices.deviId, deviId));
  expect((await press('startTracking')).status).toBe(200);
  const rows = await server.db.select().from(commands).where(eq(commands.deviId, deviId)).orderBy(commands.commandId);
  expect(rows).toMatchObject([
    { alarmId, state: 'cancelled', reason: 'superseded' },
    { alarmId: null, state: 'pending', createdBy: expect.any(Number) },
  ]);
});

const saveSettings = (values: object) =>
  server.call('PUT', `/ajax/devices/${deviId}/settings`, { as: cookie, body: { values } });
const settingsShown = async (key: string) => {
  const { body } = await server.call('GET', `/ajax/devices/${deviId}/settings`, { as: cookie });
  const { settings } = body as { settings: { key: string; delivery: { state: string } | null }[] };
  const { desired, reported, delivery } = settings.find((one) => one.key === key) as never;
  return { desired, reported, delivery: (delivery as { state: string } | null)?.state ?? null };
};

test('a setting that travels with the report interval does not end frequent reports before their time', async () => {
  const device = await given('eview');
  await arrive(device);
  const { trackingInterval } = device.settings;
  await press('startTracking', { duration: 90, interval: 120 });
  await becomes(['startTracking', 'confirmed', null]);
  expect((await saveSettings({ heartbeatInterval: 30 })).status).toBe(200);
  await expect.poll(() => device.settings).toMatchObject({ heartbeatInterval: 30 });
  await expect.poll(() => settingsShown('heartbeatInterval')).toMatchObject({ delivery: 'confirmed' });
  expect(device.settings).toMatchObject({ trackingInterval: 120 });
  expect(await settingsShown('trackingInterval')).toMatchObject({ desired: null, reported: trackingInterval });
  await press('stopTracking');
  await becomes(['stopTracking', 'confirmed', null], ['startTracking', 'confirmed', null]);
  expect(device.settings).toMatchObject({ heartbeatInterval: 30, trackingInterval });
});

test('a report interval that is saved while a device is tracked is sent when the tracking is over', async () => {
  const device = await given('eview');
  await arrive(device);
  const { trackingInterval: reported } = device.settings;
  await press('startTracking', { duration: 90, interval: 120 });
  await becomes(['startTracking', 'confirmed', null]);
  clock.advance(1);
  expect((await saveSettings({ trackingInterval: 600 })).status).toBe(200);
  expect(await settingsShown('trackingInterval')).toEqual({ desired: 600, reported, delivery: null });
  await saveSettings({ heartbeatInterval: 10 });
  await expect.poll(() => settingsShown('heartbeatInterval')).toMatchObject({ delivery: 'confirmed' });
  expect(device.settings).toMatchObject({ heartbeatInterval: 10, trackingInterval: 120 });
  await press('stopTracking');
  await expect
    .poll(() => settingsShown('trackingInterval'))
    .toEqual({ desired: 600, reported: 600, delivery: 'confirmed' });
  expect(device.settings).toMatchObject({ heartbeatInterval: 10, trackingInterval: 600 });
  await saveSettings({ trackingInterval: 60 });
  await expect.poll(() => device.settings).toMatchObject({ trackingInterval: 60 });
});

test('[D7.003] a device is asked for its settings, and what it reports is shown', async () => {
  const device = await given('eview');
  const heard = noticesOf(device);
  await arrive(device);
  expect((await settingsShown('trackingInterval')).reported).toBeNull();
  expect(await press('sync')).toMatchObject({ status: 200, body: { action: 'sync', state: 'pending' } });
  await becomes(['sync', 'confirmed', null]);
  expect(heard.filter((type) => type === 'settingsRead')).toHaveLength(1);
  const { trackingInterval, heartbeatInterval } = device.settings;
  expect(trackingInterval).toBeDefined();
  expect(await settingsShown('trackingInterval')).toMatchObject({ reported: trackingInterval });
  expect(await settingsShown('heartbeatInterval')).toMatchObject({ reported: heartbeatInterval });
});

test('a device without positioning is not located or tracked, by hand or by itself, and its tracking can be stopped', async () => {
  const device = await given('watch');
  await arrive(device);
  expect((await saveSettings({ disablePositioning: true })).status).toBe(200);
  for (const action of ['locate', 'startTracking'] as const)
    expect(await press(action)).toMatchObject({ status: 409, body: { code: 'positioningOff' } });
  const custId = (await row())?.custId ?? 0;
  const [worn] = await server.db.select().from(deviceAssignments).where(eq(deviceAssignments.deviId, deviId));
  await createAlarm(server.db, { deviId, custId, assignmentId: worn?.assignmentId ?? 0 });
  const job = autoTracking({ watch: [['trackingInterval']] });
  await createJobRunner(server, clock)(job);
  expect(await shown()).toEqual([]);
  for (const action of ['findMe', 'stopTracking'] as const) expect((await press(action)).status).toBe(200);
  // Varde begins no tracking while a command about it is under way.
  await becomes(['stopTracking', 'confirmed', null], ['findMe', 'confirmed', null]);
  expect((await saveSettings({ disablePositioning: false })).status).toBe(200);
  expect((await press('locate')).status).toBe(200);
  await createJobRunner(server, clock)(job);
  expect((await shown()).map(([action]) => action)).toContain('startTracking');
});

test('a watch that is asked for its settings reports those of its status and of its extension, and its firmware', async () => {
  const watch = await given('watch');
  await arrive(watch);
  await expect.poll(async () => (await row())?.announced).toEqual(['extension']);
  expect((await row())?.fiwaNum).toBe(5);
  expect((await saveSettings({ volumeLevel: 30 })).status).toBe(200);
  await expect.poll(() => watch.settings).toEqual({ volumeLevel: 30 });
  await server.db.delete(deviceSettings).where(eq(deviceSettings.deviId, deviId));
  expect((await press('sync')).status).toBe(200);
  await becomes(['sync', 'confirmed', null]);
  const reported = async () => {
    const rows = await server.db.select().from(deviceSettings).where(eq(deviceSettings.deviId, deviId));
    return Object.fromEntries(rows.map((one) => [one.key, one.reported]));
  };
  await expect.poll(reported).toEqual({
    ...{ volumeLevel: 30, trackingInterval: 600, soundFilesLanguage: 'en', timeZone: 60 },
    ...{ ringingOn: true, vibrationOn: true },
  });
});

test('a device that is handed over forgets the numbers of its former wearer when it makes contact, and the next form shows that', async () => {
  const device = await given('eview');
  await arrive(device);
  expect((await saveSettings({ phoneNoWhiteList1: '+4790000001' })).status).toBe(200);
  await expect.poll(() => device.settings).toMatchObject({ phoneNoWhiteList1: '+4790000001' });
  device.perform({ type: 'leaveCoverage' });
  await isConnected(false);
  const custId = await createCustomer(server.db);
  const admin = await server.loginAs(await createUser(server.db, { role: 'SUPERAHP', custId: null }));
  const answer = await server.call('POST', `/ajax/devices/${deviId}/assignments`, { as: admin, body: { custId } });
  expect(answer.status).toBe(200);
  cookie = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId }));
  expect(await settingsShown('phoneNoWhiteList1')).toEqual({ desired: '', reported: null, delivery: 'pending' });
  device.perform({ type: 'enterCoverage' });
  await expect.poll(() => device.settings).toMatchObject({ phoneNoWhiteList1: '' });
  await expect
    .poll(() => settingsShown('phoneNoWhiteList1'))
    .toEqual({ desired: '', reported: '', delivery: 'confirmed' });
});

test.each([
  ['clears the numbers of its former wearer', null, ''],
  ['gets the number of its wearer in the place of the former one’s', '+4790000002', '+4790000002'],
])('a device that was off for weeks after it was handed over %s at its next contact', async (_, saved, expected) => {
  const device = await given('eview');
  await arrive(device);
  expect((await saveSettings({ phoneNoWhiteList1: '+4790000001' })).status).toBe(200);
  await expect.poll(() => device.settings).toMatchObject({ phoneNoWhiteList1: '+4790000001' });
  device.perform({ type: 'leaveCoverage' });
  await isConnected(false);
  const custId = await createCustomer(server.db);
  const admin = await server.loginAs(await createUser(server.db, { role: 'SUPERAHP', custId: null }));
  await server.call('POST', `/ajax/devices/${deviId}/assignments`, { as: admin, body: { custId } });
  cookie = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId }));
  if (saved !== null) expect((await saveSettings({ phoneNoWhiteList1: saved })).status).toBe(200);
  await server.db
    .update(commands)
    .set({ createdAt: new Date(clock.now() - 21 * 86_400_000) })
    .where(eq(commands.state, 'pending'));
  const run = createJobRunner(server, clock);
  clock.advance(1000);
  await run(commandRetries);
  expect(await settingsShown('phoneNoWhiteList1')).toMatchObject({ desired: expected, delivery: 'pending' });
  device.perform({ type: 'enterCoverage' });
  await expect.poll(() => device.settings).toMatchObject({ phoneNoWhiteList1: expected });
});

test('what its next wearer has chosen is not cleared by a write that was on its way then', async () => {
  const device = await given('eview');
  await arrive(device);
  expect((await saveSettings({ phoneNoWhiteList1: '+4790000001' })).status).toBe(200);
  await expect.poll(() => device.settings).toMatchObject({ phoneNoWhiteList1: '+4790000001' });
  device.perform({ type: 'leaveCoverage' });
  await isConnected(false);
  const custId = await createCustomer(server.db);
  const admin = await server.loginAs(await createUser(server.db, { role: 'SUPERAHP', custId: null }));
  await server.call('POST', `/ajax/devices/${deviId}/assignments`, { as: admin, body: { custId } });
  await server.db
    .update(commands)
    .set({ state: 'sent', tries: 3, sentOn: 'eview', ref: '77', sentAt: new Date(clock.now()) })
    .where(eq(commands.state, 'pending'));
  cookie = await server.loginAs(await createUser(server.db, { role: 'RESTRICTED_USER', custId }));
  expect((await saveSettings({ phoneNoWhiteList1: '+4790000002' })).status).toBe(200);
  const run = createJobRunner(server, clock);
  clock.advance(31_000);
  await run(commandRetries);
  const rows = await server.db.select().from(commands).where(eq(commands.deviId, deviId)).orderBy(commands.commandId);
  expect(rows.slice(-2)).toMatchObject([
    { state: 'expired', command: { values: { phoneNoWhiteList1: '' } } },
    { state: 'pending', lasts: true, command: { values: { phoneNoWhiteList1: '+4790000002' } } },
  ]);
});
