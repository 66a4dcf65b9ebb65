import { liveDestinations } from '@varde/contract/transport';
import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
import { createJobRunner } from '@varde/testing/job-runner';
import { openLiveClient } from '@varde/testing/live-client';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { takeReceipts } from '#domain/commands/messages.ts';
import { commands } from '#domain/commands/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { commandRetries } from '../../jobs/command-retries.ts';

/** A complete Varde with a gateway on a real socket, and simulated watches that connect to it. */
let server: TestServer;
let clock: ManualClock;
let port: number;
let homes: { mine: number; other: number };
let deviId: number;
let nurse: { userId: number };
const as = { nurse: '', neighbour: '', manager: '' };
const open: { close(): void }[] = [];
/** Each test has its own device, since processing remembers the connections of a device. */
let identity = 2_234_567_890;

beforeAll(async () => {
  port = await freePort();
  clock = createManualClock();
  server = await startTestServer({ clock, environment: { VARDE_WATCH_PORT: `${port}` } });
  await server.app.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server;
  const city = await createCustomer(db);
  homes = {
    mine: await createCustomer(db, { kind: 'home', parentId: city }),
    other: await createCustomer(db, { kind: 'home', parentId: city }),
  };
  identity += 1;
  ({ deviId } = await createDevice(db, { custId: homes.mine, dehaId: 34, identity: `${identity}` }));
  const login = async (role: 'RESTRICTED_USER' | 'SUPERFIRM', custId: number) =>
    server.loginAs(await createUser(db, { role, custId }));
  nurse = await createUser(db, { role: 'RESTRICTED_USER', custId: homes.mine });
  as.nurse = await server.loginAs(nurse);
  as.neighbour = await login('RESTRICTED_USER', homes.other);
  as.manager = await login('SUPERFIRM', city);
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

const send = (message: string, who = as.nurse, device = deviId): Promise<TestAnswer> =>
  server.call('POST', `/ajax/devices/${device}/messages`, { as: who, body: { message } });
const list = (who = as.nurse, device = deviId): Promise<TestAnswer> =>
  server.call('GET', `/ajax/devices/${device}/messages`, { as: who });
const statuses = async (): Promise<[string, string][]> =>
  (await list()).body.messages.map(({ message, status }: Record<string, string>) => [message, status]);
const becomes = (...expected: [string, string][]) => expect.poll(statuses).toEqual(expected);

function watch({ extension = false } = {}): { device: VirtualDevice; shown: string[] } {
  const device = createVirtualDevice({
    protocol: 'watch',
    identity: `${identity}`,
    host: '127.0.0.1',
    port,
    extension,
  });
  const shown: string[] = [];
  device.subscribe((notice) => notice.type === 'message' && shown.push(notice.text));
  open.push(device);
  return { device, shown };
}
async function arrive({ device }: { device: VirtualDevice }): Promise<void> {
  await device.connect();
  const isConnected = async () =>
    (await server.db.select().from(devices).where(eq(devices.deviId, deviId)))[0]?.connected;
  await expect.poll(isConnected).toBe(true);
}

test('[D3.026 D3.027 D7.032 D7.033] a message is PENDING, is shown by the watch once, and is RECEIVED when the watch has answered', async () => {
  const sent = await send('Hei Åse – middag 👵');
  const expected = { message: 'Hei Åse – middag 👵', created: clock.now(), status: 'PENDING' };
  expect(sent).toMatchObject({ status: 200, body: expected });
  expect((await list()).body.messages).toEqual([{ messageId: expect.any(Number), ...expected }]);
  const one = watch();
  await arrive(one);
  await becomes(['Hei Åse – middag 👵', 'RECEIVED']);
  expect(one.shown).toEqual(['Hei Åse – middag 👵']);
});

test('[D3.027] a message is NOT_READ when a watch with the extension shows it, and READ when its wearer has opened it', async () => {
  const one = watch({ extension: true });
  await arrive(one);
  await send('Middag');
  await becomes(['Middag', 'NOT_READ']);
  one.device.say('messageRead');
  await becomes(['Middag', 'READ']);
  await send('Takk');
  await becomes(['Takk', 'NOT_READ'], ['Middag', 'READ']);
});

test('messages reach the watch in the order in which they were written, and none replaces another', async () => {
  await send('Først');
  await send('Så');
  await send('Sist');
  const one = watch();
  await arrive(one);
  await becomes(['Sist', 'RECEIVED'], ['Så', 'RECEIVED'], ['Først', 'RECEIVED']);
  expect(one.shown).toEqual(['Først', 'Så', 'Sist']);
});

test('[D3.027] a message that the watch does not take within a day is NOT_DELIVERED, and never shown', async () => {
  await send('Middag');
  const run = createJobRunner(server, clock);
  clock.advance(24 * 3_600_000);
  as.nurse = await server.loginAs(nurse);
  await run(commandRetries);
  expect(await statuses()).toEqual([['Middag', 'PENDING']]);
  clock.advance(1);
  await run(commandRetries);
  expect(await statuses()).toEqual([['Middag', 'NOT_DELIVERED']]);
  const one = watch();
  await arrive(one);
  await send('Ny');
  await becomes(['Ny', 'RECEIVED'], ['Middag', 'NOT_DELIVERED']);
  expect(one.shown).toEqual(['Ny']);
});

test.each([
  ['pending', 'PENDING'],
  ['sent', 'PENDING'],
  ['confirmed', 'RECEIVED'],
  ['failed', 'NOT_DELIVERED'],
  ['expired', 'NOT_DELIVERED'],
  ['cancelled', 'NOT_DELIVERED'],
] as const)('[D3.027] a message whose command is %s is %s', async (state, status) => {
  await send('Middag');
  await server.db.update(commands).set({ state }).where(eq(commands.deviId, deviId));
  expect(await statuses()).toEqual([['Middag', status]]);
});

test('the live topic notifies users who may see the messages of a change', async () => {
  const subscribe = async (who: string) => {
    const client = await openLiveClient(server.port(), { cookie: who });
    open.push(client);
    const destination = liveDestinations.messages.replace(':deviId', `${deviId}`);
    client.send('SUBSCRIBE', { id: 'a', destination, receipt: 'r' });
    return client;
  };
  const nurse = await subscribe(as.nurse);
  await nurse.next('RECEIPT');
  expect(JSON.parse((await nurse.next('MESSAGE')).body)).toEqual({ messagesChanged: true });
  await send('Hei');
  expect(JSON.parse((await nurse.next('MESSAGE')).body)).toEqual({ messagesChanged: true });
  await (await subscribe(as.neighbour)).next('ERROR');
});

test('[D5.020] a message has 1 to 20 characters on one line', async () => {
  for (const text of ['', '  ', 'a'.repeat(21), 'to\nlinjer', 'a\0b'])
    expect([text, (await send(text)).status]).toEqual([text, 400]);
  expect((await list()).body.messages).toEqual([]);
  expect((await send('å'.repeat(20))).status).toBe(200);
});

test('the same text that waits is not sent twice, and the eleventh message that waits is refused', async () => {
  const first = await send('Hei');
  expect((await send('Hei')).body).toEqual(first.body);
  for (let number = 2; number <= 10; number++) expect((await send(`Hei ${number}`)).status).toBe(200);
  expect(await send('Hei 11')).toMatchObject({ status: 409, body: { code: 'messagesWaiting' } });
  expect((await send('Hei 10')).status).toBe(200);
});

test('two messages at once that are equal become one', async () => {
  const answers = await Promise.all([send('Hei'), send('Hei')]);
  expect(new Set(answers.map(({ body }) => body.messageId)).size).toBe(1);
});

test('a device without a display, or whose protocol has no messages, accepts none', async () => {
  for (const dehaId of [25, 13]) {
    const device = await createDevice(server.db, { custId: homes.mine, dehaId });
    expect((await send('Hei', as.nurse, device.deviId)).status).toBe(403);
    expect((await list(as.nurse, device.deviId)).status).toBe(403);
  }
});

test('trackers and alarm-handling partners neither send nor read messages', async () => {
  const tracker = await server.loginAs(await createUser(server.db, { role: 'TRACKER', custId: homes.mine }));
  const partner = await createUser(server.db, { role: 'AHP', custId: homes.mine });
  for (const who of [tracker, await server.loginAs(partner, 'AHP')]) {
    expect((await send('Hei', who)).status).toBe(403);
    expect((await list(who)).status).toBe(403);
  }
});

test('a message needs its text: it is not an action without one', async () => {
  const pressed = await server.call('POST', `/ajax/devices/${deviId}/actions/message`, {
    as: as.nurse,
    body: {},
  });
  expect(pressed.status).toBe(400);
  expect(await server.db.select().from(commands).where(eq(commands.deviId, deviId))).toEqual([]);
});

test('messages belong to the wearer: hidden from another customer, cancelled by the handover, and gone after it', async () => {
  await send('Ta medisinen');
  expect((await list(as.neighbour)).status).toBe(404);
  expect((await send('Hei', as.neighbour)).status).toBe(404);
  await server.call('POST', `/ajax/devices/${deviId}/assignments`, {
    as: as.manager,
    body: { custId: homes.other },
  });
  expect((await list(as.neighbour)).body).toEqual({ messages: [] });
  expect((await list()).status).toBe(404);
  const one = watch();
  await arrive(one);
  await send('Velkommen', as.neighbour);
  await expect.poll(() => one.shown).toEqual(['Velkommen']);
});

test('what a watch reports about its messages applies to the present wearer, and a message that was read stays read', async () => {
  const confirm = () => server.db.update(commands).set({ state: 'confirmed' }).where(eq(commands.deviId, deviId));
  const receipts = async () =>
    Object.fromEntries(
      await server.db
        .select({ text: sql<string>`${commands.command} ->> 'text'`, receipt: commands.receipt })
        .from(commands)
        .where(eq(commands.deviId, deviId))
        .then((rows) => rows.map(({ text, receipt }) => [text, receipt])),
    );
  await send('Ta medisinen');
  await confirm();
  await server.call('POST', `/ajax/devices/${deviId}/assignments`, {
    as: as.manager,
    body: { custId: homes.other },
  });
  await send('Velkommen', as.neighbour);
  await confirm();
  await takeReceipts(server.db, [
    { devi_id: deviId, receipt: 'shown' },
    { devi_id: deviId, receipt: 'read' },
  ]);
  expect(await receipts()).toEqual({ 'Ta medisinen': null, Velkommen: 'read' });
  await takeReceipts(server.db, [{ devi_id: deviId, receipt: 'shown' }]);
  expect(await receipts()).toEqual({ 'Ta medisinen': null, Velkommen: 'read' });
});

test('messages of the one before stay hidden when the clock was set back at the handover', async () => {
  await send('Ta medisinen');
  clock.step(-3_600_000);
  await server.call('POST', `/ajax/devices/${deviId}/assignments`, {
    as: as.manager,
    body: { custId: homes.other },
  });
  expect((await list(as.neighbour)).body).toEqual({ messages: [] });
  clock.step(3_600_000);
});

test('the audit log records that messages were sent and read, without their texts', async () => {
  await send('Ta medisinen');
  await list();
  const entries = await server.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.deviId, deviId)));
  expect(entries.map(({ action }) => action)).toEqual(['message.sent', 'message.read']);
  expect(JSON.stringify(entries)).not.toContain('medisinen');
});
