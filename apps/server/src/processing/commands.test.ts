import { metyId } from '@varde/catalogue/message-types';
import type { DeviceCommand, DeviceReport } from '@varde/catalogue/report';
import type { Uplink } from '@varde/contract/events';
import { createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf } from '@varde/testing/uplinks';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listMessages, queueMessage } from '#domain/commands/messages.ts';
import { commands } from '#domain/commands/tables.ts';
import { deviceAssignments, devices, unknownDevices } from '#domain/devices/tables.ts';
import { deviceSettings } from '#domain/settings/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';

let opened: OpenDatabase;
let processing: TestProcessing;
let device: TestDevice;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  device = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  processing = await startProcessing(opened.db);
});

async function addCommand(
  command: object = { kind: 'writeSettings', values: { trackingInterval: 60 } },
  { deviId } = device,
) {
  const createdAt = new Date(processing.clock.now());
  const [row] = await opened.db.insert(commands).values({ deviId, command, createdAt }).returning();
  return row?.commandId ?? 0;
}
function speak(connectionId = '1', report: Partial<DeviceReport> = { samples: [sampleOf()] }, { identity } = device) {
  const uplink = messageUplink(identity, processing.clock.now(), report, { connectionId });
  return processing.bus.publishUplink(uplink);
}
type Sent = Extract<Uplink, { kind: 'commandSent' }>;
const onWire = { word: 'configuration', raw: new Uint8Array([0xab, 0x10]) };
function gatewaySays(
  what: Pick<Sent, 'kind' | 'ref' | 'command' | 'word' | 'raw'> | { kind: 'commandRefused'; reason: string },
  commandId: number,
  { identity }: Pick<TestDevice, 'identity'> = device,
) {
  const { report: _report, ...origin } = messageUplink(identity, processing.clock.now(), []);
  return processing.bus.publishUplink({ ...origin, ...what, commandId });
}
const sent = (
  commandId: number,
  ref: string | null = 'r1',
  from = device,
  command: DeviceCommand = { kind: 'findMe' },
) => gatewaySays({ kind: 'commandSent', ref, command, ...onWire }, commandId, from);
const answer = (ref: string, ok = true, detail?: string) =>
  speak('1', { confirmations: [{ ref, ok, ...(detail !== undefined && { detail }) }] });
const offered = () => processing.downlinks.map(({ commandId }) => commandId);
/** Commands leave a moment after the message that they follow is acknowledged. */
const settled = (ids: number[]) => vi.waitFor(() => expect(offered()).toEqual(ids));
const states = async () =>
  (await opened.db.select().from(commands).orderBy(commands.commandId)).map(({ state }) => state);

test('a command waits until the device speaks, and is then sent once', async () => {
  const commandId = await addCommand();
  processing.bus.publishCommandsChanged(device.deviId);
  await speak();
  await speak();
  await sent(commandId);
  await speak();
  expect(processing.downlinks).toEqual([
    {
      gatewayId: 'test',
      protocol: 'eview',
      identity: device.identity,
      commandId,
      command: { kind: 'writeSettings', values: { trackingInterval: 60 } },
    },
  ]);
  expect(await opened.db.select().from(commands)).toMatchObject([{ state: 'sent', ref: 'r1', tries: 1 }]);
});

test('a command for a device that is connected goes at once', async () => {
  await speak();
  const commandId = await addCommand();
  processing.bus.publishCommandsChanged(device.deviId);
  await settled([commandId]);
});

test('when it may have been missed which devices have commands, those that are connected get theirs', async () => {
  const silent = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  await speak();
  const commandId = await addCommand();
  const waits = await addCommand(undefined, silent);
  const ended = await addCommand();
  await opened.db.update(commands).set({ state: 'cancelled' }).where(eq(commands.commandId, ended));
  processing.bus.missed();
  await settled([commandId]);
  await speak('2', undefined, silent);
  await settled([commandId, waits]);
});

test('commands go in order, each after the answer to the one before', async () => {
  const [first, second] = [await addCommand(), await addCommand()];
  await speak();
  await sent(first);
  await speak();
  await settled([first]);
  await answer('r1');
  await settled([first, second]);
  expect(await states()).toEqual(['confirmed', 'pending']);
});

test('what helps to find somebody does not wait behind settings, but behind those that would overwrite its values', async () => {
  const write = (values: object) => addCommand({ kind: 'writeSettings', values });
  const louder = await write({ volumeLevel: 90 });
  const interval = await write({ trackingInterval: 300 });
  const findMe = await addCommand({ kind: 'findMe' });
  const tracking = await addCommand({ kind: 'startTracking', minutes: 60, values: { trackingInterval: 60 } });
  await speak();
  const order = [findMe, interval, tracking, louder];
  for (const [place, commandId] of order.entries()) {
    await settled(order.slice(0, place + 1));
    await sent(commandId, `r${commandId}`);
    await answer(`r${commandId}`);
  }
});

test('an urgent command waits for the one that is on its way to the device', async () => {
  const write = await addCommand();
  await speak();
  const findMe = await addCommand({ kind: 'findMe' });
  processing.bus.publishCommandsChanged(device.deviId);
  await speak();
  await settled([write]);
  await sent(write);
  await answer('r1');
  await settled([write, findMe]);
});

test('values that a device confirms are received, and those that it then reports are stored as reported', async () => {
  const commandId = await addCommand();
  const row = { deviId: device.deviId, key: 'trackingInterval', desired: 60, reported: 300, commandId };
  await opened.db.insert(deviceSettings).values(row);
  await speak();
  await sent(commandId);
  processing.events.length = 0;
  await answer('r1');
  expect(await states()).toEqual(['confirmed']);
  expect(await opened.db.select().from(deviceSettings)).toMatchObject([{ reported: 300, desired: 60 }]);
  expect(processing.events).toContainEqual(expect.objectContaining({ type: 'devicePage', deviId: device.deviId }));
  processing.clock.advance(1000);
  const at = new Date(processing.clock.now());
  await speak('1', { settings: { trackingInterval: 70 } });
  expect(await opened.db.select().from(deviceSettings)).toMatchObject([{ reported: 70, reportedAt: at, desired: 60 }]);
});

test('a command that the device refuses, or its protocol cannot send, has failed and changes nothing', async () => {
  const [refused, unsupported] = [await addCommand(), await addCommand()];
  await speak();
  await sent(refused);
  await answer('r1', false);
  await gatewaySays({ kind: 'commandRefused', reason: 'unsupported' }, unsupported);
  expect(await opened.db.select().from(commands).orderBy(commands.commandId)).toMatchObject([
    { state: 'failed', reason: 'refused' },
    { state: 'failed', reason: 'unsupported' },
  ]);
  expect(await opened.db.select().from(deviceSettings)).toEqual([]);
});

test('the words of a device that refuses are kept as it said them, and those of one that agrees are not', async () => {
  const [refused, done, silent] = [await addCommand(), await addCommand(), await addCommand()];
  await speak();
  for (const [at, commandId] of [refused, done, silent].entries()) await sent(commandId, `r${at}`);
  const words = `code 38\u0000\ud800${'x'.repeat(200)}`;
  await answer('r0', false, words);
  await answer('r1', true, 'fine');
  await answer('r2', false);
  expect(
    (await opened.db.select().from(commands).orderBy(commands.commandId)).map(({ state, answer }) => [state, answer]),
  ).toEqual([
    ['failed', `code 38\ufffd\ufffd${'x'.repeat(91)}`],
    ['confirmed', null],
    ['failed', null],
  ]);
});

test('a command without an answer in its protocol ends when it is sent, and lets the next one pass', async () => {
  const [first, second] = [await addCommand({ kind: 'findMe' }), await addCommand()];
  await speak();
  await sent(first, null);
  await settled([first, second]);
  expect(await states()).toEqual(['sent', 'pending']);
});

test('a device that reconnects gets the unanswered command again', async () => {
  const commandId = await addCommand();
  await speak('1');
  await sent(commandId);
  await speak('2');
  await settled([commandId, commandId]);
});

test('a write that makes it forget its former wearer is tried three times and then once an hour, and lets others pass meanwhile', async () => {
  const commandId = await addCommand();
  await opened.db.update(commands).set({ lasts: true });
  const unanswered = () => opened.db.update(commands).set({ state: 'pending' }).where(eq(commands.state, 'sent'));
  for (const connection of ['1', '2', '3']) {
    await speak(connection);
    await sent(commandId);
  }
  await speak('4');
  await unanswered();
  const other = await addCommand();
  await speak('5');
  await settled([commandId, commandId, commandId, other]);
  await sent(other, 'r2');
  await answer('r2');
  processing.clock.advance(3_600_000 - 1);
  await speak('5');
  expect(offered()).toHaveLength(4);
  processing.clock.advance(1);
  await speak('5');
  await settled([commandId, commandId, commandId, other, commandId]);
  await sent(commandId);
  await unanswered();
  processing.clock.advance(3_600_000);
  await speak('6');
  await settled([commandId, commandId, commandId, other, commandId, commandId]);
});

test('settings that a device reports are stored, answer the request for them, and are logged', async () => {
  const commandId = await addCommand({ kind: 'readSettings' });
  await speak();
  await sent(commandId);
  await speak('1', { settings: { trackingInterval: 120 } });
  expect(await states()).toEqual(['confirmed']);
  expect(await opened.db.select().from(deviceSettings)).toMatchObject([
    { key: 'trackingInterval', reported: 120, desired: null },
  ]);
  const types = (await opened.db.select().from(transactions).orderBy(transactions.tranId)).map(({ metyId }) => metyId);
  expect(types).toEqual([2, metyId.command, 18]);
});

test('the report interval that a device reports while it is tracked is not its setting', async () => {
  const other = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  const trackingUntil = new Date(processing.clock.now() + 60_000);
  await opened.db.update(devices).set({ trackingUntil }).where(eq(devices.deviId, device.deviId));
  const settings = { heartbeatInterval: 30, trackingInterval: 60 };
  await speak('1', { settings });
  await speak('2', { settings }, other);
  const stored = await opened.db
    .select({ deviId: deviceSettings.deviId, key: deviceSettings.key, reported: deviceSettings.reported })
    .from(deviceSettings)
    .orderBy(deviceSettings.deviId, deviceSettings.key);
  expect(stored).toEqual([
    { deviId: device.deviId, key: 'heartbeatInterval', reported: 30 },
    { deviId: other.deviId, key: 'heartbeatInterval', reported: 30 },
    { deviId: other.deviId, key: 'trackingInterval', reported: 60 },
  ]);
});

test('settings that a device reports unasked are published to the subscribers of that device', async () => {
  await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  const pageEvents = () => processing.events.flatMap((event) => (event.type === 'devicePage' ? [event.deviId] : []));
  await speak();
  expect(pageEvents()).toEqual([]);
  await speak('1', { settings: { trackingInterval: 120 } });
  expect(pageEvents()).toEqual([device.deviId]);
});

describe('the log of a device has each command as often as it was sent', () => {
  const secret = { kind: 'writeSettings', values: { smsPassword: '471147', trackingInterval: 60 } } as const;
  const logged = async () => {
    const rows = await opened.db.select().from(transactions).where(eq(transactions.direction, 'O'));
    return rows.map((row) => ({ ...row, raw: row.raw && Uint8Array.from(row.raw) }));
  };

  test('with its time, source, content and bytes, without secrets, and at once for those who follow it', async () => {
    await speak();
    const commandId = await addCommand(secret);
    processing.clock.advance(5000);
    await sent(commandId, 'r1', device, secret);
    const row = {
      ...{ deviId: device.deviId, dehaId: 23, metyId: metyId.command },
      ...{ recTs: new Date(processing.clock.now()), tranSource: 3, direction: 'O', ...onWire },
      detail: { command: 'writeSettings', values: { smsPassword: '******', trackingInterval: 60 } },
    };
    expect(await logged()).toMatchObject([row]);
    const [followed] = processing.events
      .flatMap((event) => (event.type === 'transactions' ? event.transactions : []))
      .slice(-1);
    expect(followed).toMatchObject({ direction: 'O', command: 'writeSettings', metyId: metyId.command, tranSource: 3 });
    await sent(commandId, 'r2', device, secret);
    expect(await logged()).toHaveLength(2);
  });

  test('also the part that had to wait for an answer of the device, which counts as no further try', async () => {
    await speak();
    const commandId = await addCommand();
    await sent(commandId);
    const { report: _report, ...origin } = messageUplink(device.identity, processing.clock.now(), []);
    const rest = { kind: 'commandSent', command: { kind: 'findMe' }, ...onWire, goesOn: true } as const;
    await processing.bus.publishUplink({ ...origin, ...rest, commandId, ref: 'r1' });
    expect(await logged()).toHaveLength(2);
    expect(await opened.db.select().from(commands)).toMatchObject([{ state: 'sent', ref: 'r1', tries: 1 }]);
  });

  test('and none that the gateway could not send; it is no contact with the device', async () => {
    await speak();
    const before = await opened.db.select().from(devices);
    processing.clock.advance(60_000);
    await gatewaySays({ kind: 'commandRefused', reason: 'unsupported' }, await addCommand());
    expect(await logged()).toEqual([]);
    await sent(await addCommand());
    expect(await logged()).toHaveLength(1);
    expect(await opened.db.select().from(devices)).toEqual(before);
  });

  test('in the time of the wearer whom it was sent to', async () => {
    await speak();
    const commandId = await addCommand();
    const at = processing.clock.now();
    const [former] = await opened.db.select().from(deviceAssignments);
    if (former === undefined) throw new Error('the device has no assignment');
    await opened.db.update(deviceAssignments).set({ endsAt: new Date(at + 1000) });
    const { assignmentId: _, ...period } = former;
    await opened.db.insert(deviceAssignments).values({ ...period, beginsAt: new Date(at + 1000), endsAt: null });
    const { report: _report, ...origin } = messageUplink(device.identity, at, []);
    processing.clock.advance(2000);
    const command = { kind: 'message', text: 'Hei' } as const;
    await processing.bus.publishUplink({ ...origin, kind: 'commandSent', ref: null, command, ...onWire, commandId });
    expect(await logged()).toMatchObject([{ assignmentId: former.assignmentId, detail: { text: 'Hei' } }]);
  });

  test('and none of another device, which had the identity when it was sent', async () => {
    const other = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
    await speak();
    await sent(await addCommand(secret), 'r1', other, secret);
    expect(await logged()).toEqual([]);
  });

  test('and a fault in the log keeps no command from being marked as sent', async () => {
    await speak();
    await opened.db.execute(sql`alter table transactions add constraint broken check (direction <> 'O') not valid`);
    const commandId = await addCommand();
    await sent(commandId);
    await opened.db.execute(sql`alter table transactions drop constraint broken`);
    expect(await states()).toEqual(['sent']);
    expect(await logged()).toEqual([]);
  });
});

test('a connection report for an unregistered device is not a message of it, and does not list it', async () => {
  expect(await sent(1, null, { ...device, identity: '860000000000000' })).toBe('recorded');
  expect(await opened.db.select().from(unknownDevices)).toEqual([]);
});

test('the firmware that a device reports is stored, and a change of it makes subscribers fetch the settings again', async () => {
  const other = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  const firmwareOf = async ({ deviId }: { deviId: number }) =>
    (await opened.db.select().from(devices).where(eq(devices.deviId, deviId)))[0]?.fiwaNum;
  const pageEvents = () => processing.events.filter(({ type }) => type === 'devicePage').length;
  await speak('1');
  expect([await firmwareOf(device), pageEvents()]).toEqual([null, 0]);
  await speak('1', { firmware: 2 });
  expect([await firmwareOf(device), await firmwareOf(other), pageEvents()]).toEqual([2, null, 1]);
  await speak('1', { firmware: 2 });
  await speak('1');
  expect([await firmwareOf(device), pageEvents()]).toEqual([2, 1]);
  await speak('1', { firmware: 0 });
  expect([await firmwareOf(device), pageEvents()]).toEqual([0, 2]);
});

test('what a device announces is stored until it announces anything else, and a change makes subscribers fetch the settings again', async () => {
  await createDevice(opened.db, { custId: await createCustomer(opened.db) });
  const announced = async () =>
    (await opened.db.select().from(devices).where(eq(devices.deviId, device.deviId)))[0]?.announced;
  const pageEvents = () => processing.events.filter(({ type }) => type === 'devicePage').length;
  await speak('1');
  expect([await announced(), pageEvents()]).toEqual([[], 0]);
  await speak('1', { announces: ['extension', 'devicePedometer', 'extension'] });
  expect([await announced(), pageEvents()]).toEqual([['devicePedometer', 'extension'], 1]);
  await speak('1', { announces: ['extension', 'devicePedometer'] });
  await speak('1');
  expect([await announced(), pageEvents()]).toEqual([['devicePedometer', 'extension'], 1]);
  await speak('1', { announces: [] });
  expect([await announced(), pageEvents()]).toEqual([[], 2]);
});

describe('two devices that have the same command under way', () => {
  let other: TestDevice;
  let mine: number;
  let theirs: number;
  beforeEach(async () => {
    other = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
    mine = await addCommand();
    theirs = await addCommand({ kind: 'readSettings' }, other);
    await speak('1');
    await speak('2', {}, other);
  });

  test('confirm or refuse their own only, even by the same reference', async () => {
    await sent(mine);
    await sent(theirs, 'r1', other);
    await speak('2', { confirmations: [{ ref: 'r1', ok: true }] }, other);
    expect(await states()).toEqual(['sent', 'confirmed']);
    expect(await opened.db.select().from(deviceSettings)).toEqual([]);
    await answer('r1', false);
    expect(await states()).toEqual(['failed', 'confirmed']);
  });

  test('answer their own request for settings only', async () => {
    const asked = await addCommand({ kind: 'readSettings' });
    await sent(asked);
    await sent(theirs, 'r1', other);
    await speak('2', { settings: { trackingInterval: 120 } }, other);
    expect(await states()).toEqual(['pending', 'confirmed', 'sent']);
    expect(await opened.db.select().from(deviceSettings)).toMatchObject([{ deviId: other.deviId, reported: 120 }]);
  });

  test('are unchanged by a report about the one in the name of the other', async () => {
    await sent(mine, 'r1', other);
    await gatewaySays({ kind: 'commandRefused', reason: 'unsupported' }, mine, other);
    expect(await opened.db.select().from(commands).orderBy(commands.commandId)).toMatchObject([
      { state: 'pending', ref: null, tries: 0, sentAt: null, endedAt: null },
      { state: 'pending' },
    ]);
  });
});

test('each send of a command is counted, and the last one sets its time', async () => {
  const commandId = await addCommand();
  await speak();
  for (const tries of [1, 2, 3]) {
    processing.clock.advance(60_000);
    await sent(commandId, `r${tries}`);
    const sentAt = new Date(processing.clock.now());
    expect(await opened.db.select().from(commands)).toMatchObject([
      { state: 'sent', tries, ref: `r${tries}`, sentAt, endedAt: null },
    ]);
  }
});

test('an ended command keeps its state, whatever is reported later', async () => {
  const commandId = await addCommand();
  await speak();
  await sent(commandId);
  await answer('r1', false);
  const ended = await opened.db.select().from(commands);
  expect(ended).toMatchObject([{ state: 'failed', reason: 'refused', tries: 1 }]);
  processing.clock.advance(1000);
  await sent(commandId, 'r2');
  await answer('r1');
  await gatewaySays({ kind: 'commandRefused', reason: 'unsupported' }, commandId);
  expect(await opened.db.select().from(commands)).toEqual(ended);
});

test('settings answer the request for them and nothing else, and no other answer answers it', async () => {
  const [write, read] = [await addCommand(), await addCommand({ kind: 'readSettings' })];
  await speak();
  await sent(write, 'r1');
  await sent(read, 'r2');
  await speak('1', { settings: { trackingInterval: 120 } });
  expect(await states()).toEqual(['sent', 'confirmed']);
  const again = await addCommand({ kind: 'readSettings' });
  await sent(again, 'r3');
  await answer('r1');
  expect(await states()).toEqual(['confirmed', 'confirmed', 'sent']);
});

test('a sent command that is to be sent again is offered at once', async () => {
  const commandId = await addCommand();
  await speak();
  await settled([commandId]);
  await sent(commandId);
  await opened.db.update(commands).set({ state: 'pending' });
  processing.bus.publishCommandsChanged(device.deviId);
  await settled([commandId, commandId]);
});

test('an answer to another command confirms nothing', async () => {
  const commandId = await addCommand();
  await speak();
  await sent(commandId);
  await answer('r2');
  expect(await states()).toEqual(['sent']);
});

test.each([
  ['forward', 3_600_000],
  ['back', -3_600_000],
])('a command that got lost is offered again after ten seconds, when the clock is set %s too', async (_, ms) => {
  const commandId = await addCommand();
  await speak();
  await settled([commandId]);
  processing.clock.step(ms);
  processing.clock.advance(9999);
  await speak();
  await speak(); // the first one's effects leave before the second is processed
  expect(offered()).toEqual([commandId]);
  processing.clock.advance(1);
  await speak();
  await settled([commandId, commandId]);
});

describe('[D3.027] what a device reports of a message', () => {
  let userId: number;
  const write = async (text: string, { deviId } = device) => {
    const message = { deviId, text, userId, at: new Date(processing.clock.now()) };
    return (await queueMessage(opened.db, message)).messageId;
  };
  const report = (id: 53 | 54, from = device) => {
    const event = { metyId: id, code: `code${id}`, at: null };
    return speak('1', { samples: [sampleOf({ metyId: id, events: [event] })] }, from);
  };
  const statuses = async ({ deviId } = device) => (await listMessages(opened.db, deviId)).map(({ status }) => status);
  const deliver = async (messageId: number, from = device) => {
    await sent(messageId, `r${messageId}`, from);
    await speak('1', { confirmations: [{ ref: `r${messageId}`, ok: true }] }, from);
  };
  beforeEach(async () => {
    ({ userId } = await createUser(opened.db));
  });

  test('a message that is shown is NOT_READ until it is READ, and stays read', async () => {
    await deliver(await write('Hei'));
    expect(await statuses()).toEqual(['RECEIVED']);
    for (const [id, status] of [
      [53, 'NOT_READ'],
      [54, 'READ'],
      [53, 'READ'],
    ] as const) {
      await report(id);
      expect(await statuses()).toEqual([status]);
    }
  });

  test('counts for no message that the device does not have, and for no other device', async () => {
    const other = await createDevice(opened.db, { custId: await createCustomer(opened.db) });
    await deliver(await write('Hei', other), other);
    await write('Venter');
    await report(54);
    expect(await statuses()).toEqual(['PENDING']);
    expect(await statuses(other)).toEqual(['RECEIVED']);
  });

  test('is published, so that the message is fetched again', async () => {
    await deliver(await write('Hei'));
    const published = () => processing.events.filter(({ type }) => type === 'devicePage').length;
    const before = published();
    await report(53);
    await vi.waitFor(() => expect(published()).toBe(before + 1));
  });
});
