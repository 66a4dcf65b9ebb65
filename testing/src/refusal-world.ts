import { type Role, roles } from '@varde/catalogue/permissions';
import { images } from '@varde/catalogue/testing/images';
import {
  apiKeys,
  pushBrowsers,
  registrations,
  sessions,
  userPolicies,
  users,
} from '@varde/server/domain/accounts/tables';
import { alarmSignals } from '@varde/server/domain/alarms/tables';
import { commands } from '@varde/server/domain/commands/tables';
import { couponCodes, customerImages, partnerPrices } from '@varde/server/domain/customers/tables';
import { putDeviceImage } from '@varde/server/domain/devices/device-images';
import { presentAssignmentId } from '@varde/server/domain/devices/device-note';
import { addIdentity } from '@varde/server/domain/devices/identities';
import { putIndoorLocation } from '@varde/server/domain/devices/indoor-locations';
import { putKnownMac } from '@varde/server/domain/devices/known-macs';
import { deviceAssignments } from '@varde/server/domain/devices/tables';
import { queueMessages } from '@varde/server/domain/messages/outbox';
import { queueMail } from '@varde/server/domain/messages/queue-mail';
import type { ListOwner } from '@varde/server/domain/notifications/lists';
import { notificationLists, notificationReceivers } from '@varde/server/domain/notifications/tables';
import { sensorImages, sensors } from '@varde/server/domain/sensors/tables';
import { savedViews } from '@varde/server/domain/views/tables';
import { webHookDeliveries, webHooks } from '@varde/server/domain/web-hooks/tables';
import { createAlarm, createCustomer, createDevice, createTransaction, createUser } from './factories.ts';
import { createGeofence } from './geofences.ts';
import { listRev, testBrowser } from './refusal-bodies.ts';
import type { TestServer } from './test-server.ts';

/** Contained in our data: an answer that contains it leaks. */
export const secretName = 'Hemmelig enhet';

const code = 'HEMMELIG22';

/** Our records, by the parameters of paths; and all callers, by the `cookie` of the session. */
export interface RefusalWorld {
  ids: Record<string, string | number>;
  callers: {
    /** Alarm-handling partner, in that context: all about customers, devices and alarms, everywhere. */
    ahp: string;
    /** Administers the installation: superfirm everywhere. */
    admin: string;
    /** Administers an unrelated customer. */
    foreign: string;
    /** Another one in the context of an alarm-handling partner, without a right to it any more. */
    forged: string;
    /** Has no policy at all. */
    nobody: string;
    /** At a private customer of theirs. */
    private: string;
    /** A tracker of ours, who administers an unrelated customer as well. */
    both: string;
  } & Record<OwnRole, string>;
}

/** Each role that reaches its own customers only, held at ours. */
export const ownRoles = roles.filter(({ everywhere }) => !everywhere).map(({ key }) => key) as OwnRole[];
type OwnRole = Exclude<Role, 'AHP' | 'SUPERAHP'>;

/**
 * Fills a fresh database with records of every kind that belong to us. Every caller is about to set up an app with the
 * secret.
 */
export async function createRefusalWorld(server: TestServer, secret: string): Promise<RefusalWorld> {
  const custId = await createCustomer(server.db, { firmName: `${secretName} og kunde` });
  const partner = await createCustomer(server.db, { kind: 'partner' });
  const { userId } = await createUser(server.db, { role: 'AHP', custId: partner }, 'owner@test.example');
  const callers = { ahp: await server.loginAs({ userId }, 'AHP'), ...(await createCallers(server, custId)) };
  const ids = await createOurs(server, custId, userId);
  await server.db.update(users).set({ twoFactorPending: secret });
  const tile = { language: 'nb', z: 1, x: 0, y: 0 };
  return { ids: { ...ids, ...tile, code }, callers };
}

async function createCallers({ db, loginAs }: TestServer, custId: number) {
  const elsewhere = await createCustomer(db, { kind: 'firm' });
  const home = await createCustomer(db, { kind: 'private', parentId: elsewhere });
  const stranger = () => createUser(db, { role: 'SUPERFIRM', custId: elsewhere });
  const trackerAndStranger = async () => {
    const user = await stranger();
    await db.insert(userPolicies).values({ userId: user.userId, role: 'TRACKER', custId });
    return user;
  };
  const own: Partial<Record<OwnRole, string>> = {};
  for (const role of ownRoles) own[role] = await loginAs(await createUser(db, { role, custId }));
  return {
    ...(own as Record<OwnRole, string>),
    admin: await loginAs(await createUser(db, { role: 'SUPERFIRM', custId: null })),
    foreign: await loginAs(await stranger()),
    forged: await loginAs(await stranger(), 'AHP'),
    nobody: await loginAs(await createUser(db)),
    private: await loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: home })),
    both: await loginAs(await trackerAndStranger()),
  };
}

/** An access point that was given a place. Returns its number. */
async function createKnownMac(db: TestServer['db'], deviId: number): Promise<number> {
  const assignmentId = await presentAssignmentId(db, deviId);
  const mac = { macAddress: '02:ad:24:49:ea:60', type: 'W', lat: null, lng: null } as const;
  await putKnownMac(db, { ...mac, assignmentId, deviId, location: secretName, address: secretName });
  return 0x02_ad_24_49_ea_60;
}

/** A connected watch that can be asked for a scan, with indoor locations, one of them to be deleted. */
async function createIndoorLocations(db: TestServer['db'], custId: number) {
  const watch = { custId, deviceName: secretName, dehaId: 34, serial: 'HEMMELIG2' };
  const { deviId } = await createDevice(db, watch);
  await db.execute(`update devices set connected = true where devi_id = ${deviId}`);
  const boundTo = { deviId, assignmentId: await presentAssignmentId(db, deviId) };
  const point = { type: 'W', macAddress: '02:ad:24:49:ea:60', name: secretName } as const;
  const points = [{ ...point, scannedTime: null, signalStrength: -60, add: false }];
  const content = {
    custId: null,
    boundTo,
    name: secretName,
    lat: 59.9,
    lng: 10.7,
    address: secretName,
    points,
  };
  return {
    inloId: (await putIndoorLocation(db, null, content)) ?? 0,
    locationToDelete: (await putIndoorLocation(db, null, content)) ?? 0,
    scanner: deviId,
    deviceSerialNumber: 'HEMMELIG2',
  };
}

async function createOurs({ db, loginAs }: TestServer, custId: number, operator: number) {
  const device = { custId, deviceName: secretName, serial: 'HEMMELIG1' };
  const { deviId } = await createDevice(db, device);
  await db.execute(`update devices set pos_lati = 59.9, pos_long = 10.7, pos_time = now() where devi_id = ${deviId}`);
  const stock = await createCustomer(db, { kind: 'stock', parentId: custId });
  for (const serial of ['LAGER1', 'LAGER2']) await createDevice(db, { custId: stock, deviceName: secretName, serial });
  const own = async () => (await createDevice(db, { custId, deviceName: secretName })).deviId;
  const [deviceToDelete, deviceToSwitch, twin, clone] = [await own(), await own(), await own(), await own()];
  const pair = async (one: number, role: 'MASTER' | 'CLONE', other: number) =>
    db.execute(`update devices set twin = '${role}', twin_device = ${other}, twin_serial = 'X' where devi_id = ${one}`);
  const { deviId: watch } = await createDevice(db, { custId, deviceName: secretName, dehaId: 34 });
  const { deviId: homeUnit } = await createDevice(db, { custId, deviceName: secretName, dehaId: 13 });
  const [sensorId = 0, sensorToDelete = 0, sensorToProcess = 0, deseId = 0] = await createSensors(db, homeUnit);
  await pair(twin, 'MASTER', clone);
  await pair(clone, 'CLONE', twin);
  const name = { protocol: 'watch', identity: '9900000001' };
  await addIdentity(db, { deviId, ...name });
  const tranId = await createTransaction(db, { deviId, custId });
  const alarmId = await createAlarm(db, { deviId, custId, tranId });
  // Its alarm centre has got the alarm: to give it there again changes nothing.
  const centre = await createCustomer(db, { kind: 'partner' });
  await db.execute(`update alarms set escalated_at = now(), escalated_to = ${centre} where alarm_id = ${alarmId}`);
  const [happenedAt, receivedAt] = [new Date(), new Date()];
  await db.insert(alarmSignals).values({ alarmId, tranId, code: 'sos', happenedAt, receivedAt });
  const ourPartner = await createCustomer(db, { kind: 'partner' });
  await db.insert(partnerPrices).values({ custId: ourPartner, dehaId: 23, service: 'rent', amount: 1 });
  await db.insert(couponCodes).values({ code, custId, note: secretName, maxUses: 1, createdAt: new Date() });
  const image = Buffer.from(images['image/png'], 'base64');
  await db.insert(customerImages).values({ custId, mediaType: 'image/png', image, updatedAt: new Date() });
  await db.transaction((tx) => putDeviceImage(tx, deviId, { mediaType: 'image/png', image }));
  const demaId = await createKnownMac(db, deviId);
  const indoors = await createIndoorLocations(db, custId);
  const receiverId = await createList(db, { custId });
  const ofWatch = { deviId: watch, assignmentId: await presentAssignmentId(db, watch) };
  const receiverOfWatch = await createList(db, ofWatch);
  const { userId } = await createUser(db, { role: 'RESTRICTED_USER', custId }, 'meant@test.example');
  await db.execute(`update users set last_name = '${secretName}', two_factor_secret = 'set' where user_id = ${userId}`);
  const values = { path: '/gdpr' };
  await queueMail(db, { to: 'owner@test.example', language: 'nb', template: 'gdpr', values, at: Date.now() });
  const sms = { channel: 'sms' as const, recipient: '+4791234567', content: secretName, createdAt: new Date() };
  const [messageId = 0] = await queueMessages(db, sms);
  const ended = { deviId, custId, beginsAt: new Date(0), endsAt: new Date(1) };
  const [assignment] = await db.insert(deviceAssignments).values(ended).returning();
  await loginAs({ userId: operator }); // a second session, to be ended
  const ofOperator = (await db.select().from(sessions)).filter(({ userId: of }) => of === operator);
  const [firstSession = 0, sessionId = 0] = ofOperator.map((session) => session.sessionId).sort((a, b) => a - b);
  const assignmentId = assignment?.assignmentId ?? 0;
  const waiting = {
    state: 'waiting' as const,
    kind: 'firm' as const,
    passwordHash: '-',
    firstName: secretName,
    lastName: secretName,
    mobile: '+4791234567',
    language: 'nb',
    firmName: secretName,
    market: 1 as const,
    registeredFrom: '192.0.2.1',
    createdAt: new Date(),
    expiresAt: new Date(),
    confirmedAt: new Date(),
  };
  const [one, other] = await db
    .insert(registrations)
    .values([
      { ...waiting, username: 'venter@test.example', orgNumber: '974760673' },
      { ...waiting, username: 'venter-ogsaa@test.example', orgNumber: '923609016' },
    ])
    .returning();
  const registrationIds = { toApprove: one?.registrationId ?? 0, toReject: other?.registrationId ?? 0 };
  const waitingCommand = { deviId, command: { kind: 'stopTracking', values: {} }, createdAt: new Date() };
  await db.insert(commands).values(Array.from({ length: 100 }, () => waitingCommand));
  const browser = {
    ...{ ...testBrowser.keys, userId: operator, sessionId: firstSession },
    ...{ endsAtLogout: false, createdAt: new Date() },
  };
  const [pushBrowser] = await db
    .insert(pushBrowsers)
    .values({ ...browser, endpoint: `${testBrowser.endpoint}/operator` })
    .returning();
  const key = async (of: number) => {
    const row = { userId: of, name: secretName, keyHash: `-${of}`, createdAt: new Date() };
    return (
      (
        await db
          .insert(apiKeys)
          .values({ ...row, context: 'PROFFWEB' })
          .returning()
      )[0]?.keyId ?? 0
    );
  };
  const { userId: userWithKey } = await createUser(db, { role: 'RESTRICTED_USER', custId }, 'key@test.example');
  const [view] = await db
    .insert(savedViews)
    .values({ userId, custId, name: secretName, content: {}, changedAt: new Date() })
    .returning();
  return {
    ...(await createHooks(db, custId)),
    viewId: view?.viewId ?? 0,
    messageId,
    action: 'stopTracking',
    dehaId: 23,
    commandId: 100,
    assignmentId,
    sessionId,
    keyId: await key(operator),
    userWithKey,
    keyOfUser: await key(userWithKey),
    browserId: pushBrowser?.browserId ?? 0,
    userId,
    custId,
    deviId,
    ...name,
    demaId,
    ...indoors,
    geofenceId: await createGeofence(db, deviId, { name: secretName }),
    geofenceToDelete: await createGeofence(db, deviId, { name: `${secretName} 2` }),
    tranId,
    alarmId,
    registrationId: registrationIds.toApprove,
    deviceToDelete,
    deviceToSwitch,
    watch,
    receiverId,
    receiverOfWatch,
    homeUnit,
    sensorId,
    sensorToDelete,
    sensorToProcess,
    deseId,
    typeCode: '4',
    twin,
    registrationToReject: registrationIds.toReject,
    ourPartner,
  };
}

/** The sensors of a unit: one to look at, one to remove, one to process, a camera with an image, one to ask, and a base station that is
 * only heard. Returns their numbers. */
async function createSensors(db: TestServer['db'], deviId: number): Promise<number[]> {
  const sensor = { deviId, name: secretName, typeCode: '4', saved: true };
  const rows = await db
    .insert(sensors)
    .values([
      { ...sensor, gatewayId: 'HEMMELIG1' },
      { ...sensor, gatewayId: 'HEMMELIG2' },
      { ...sensor, gatewayId: 'HEMMELIG3', status: 'proc_req' },
      { ...sensor, gatewayId: 'HEMMELIG4', typeCode: '27' },
      { ...sensor, gatewayId: 'HEMMELIG5', typeCode: '27' },
      { ...sensor, gatewayId: 'HEMMELIG6', typeCode: 'BaseStation', saved: false },
    ])
    .returning();
  const image = { mediaType: 'image/png' as const, image: Buffer.from(images['image/png'], 'base64') };
  await db.insert(sensorImages).values({ ...image, deseId: rows[3]?.deseId ?? 0, deviId, receivedAt: new Date() });
  return rows.map(({ deseId }) => deseId);
}

/** A notification list with somebody on it. Returns the number of the receiver. */
async function createList(db: TestServer['db'], owner: ListOwner): Promise<number> {
  const at = new Date();
  const [list] = await db
    .insert(notificationLists)
    .values({ ...owner, rev: listRev, changedAt: at })
    .returning();
  const somebody = { name: secretName, mobile: '+4791234567', waitSeconds: 60, sort: 0 };
  const tells = { events: [], channels: ['sms' as const] };
  const [receiver] = await db
    .insert(notificationReceivers)
    .values({ ...somebody, ...tells, listId: list?.listId ?? 0 })
    .returning();
  return receiver?.receiverId ?? 0;
}

/** A web hook with a delivery, and one to remove. */
async function createHooks(db: TestServer['db'], custId: number): Promise<Record<string, number>> {
  const url = `https://hooks.test.example/${encodeURIComponent(secretName)}`;
  const hook = { custId, url, secret: secretName, events: ['alarmRaised' as const], createdAt: new Date() };
  const [kept, other] = await db.insert(webHooks).values([hook, hook]).returning();
  const hookId = kept?.hookId ?? 0;
  const ended = { state: 'dead' as const, endedAt: new Date(), lastError: secretName };
  const [delivery] = await db
    .insert(webHookDeliveries)
    .values({ hookId, event: 'test', at: new Date(), queuedAt: new Date(), ...ended })
    .returning();
  return { hookId, hookToRemove: other?.hookId ?? 0, deliveryId: delivery?.deliveryId ?? 0 };
}
