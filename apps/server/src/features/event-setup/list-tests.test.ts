import { createAlarm, createCustomer, createDevice, createUser, type TestDevice } from '@varde/testing/factories';
import { createManualClock } from '@varde/testing/manual-clock';
import { mailsIn, messagesIn } from '@varde/testing/messages';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies, users } from '#domain/accounts/tables.ts';
import { alarms } from '#domain/alarms/tables.ts';
import { settleMessage } from '#domain/alarms/telling/settle-message.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { devices } from '#domain/devices/tables.ts';
import { queueMessages, takeDueMessages, withdrawMessages } from '#domain/messages/outbox.ts';
import { outbox } from '#domain/messages/tables.ts';
import { notificationChains, notificationTests } from '#domain/notifications/tables.ts';
import { webHookDeliveries } from '#domain/web-hooks/tables.ts';
import { FairTurns } from '#platform/delivery/fair-turns.ts';
import { createLog } from '#platform/log/log.ts';
import { dayMs } from '../../jobs/job.ts';
import { createJobContext } from '../../jobs/job-context.ts';
import { retention } from '../../jobs/retention.ts';

const clock = createManualClock();
let server: TestServer;
let home: number;
let device: TestDevice;
const as = { nurse: '', manager: '', neighbour: '', tracker: '' };

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db, { firmName: 'Solvik kommune' });
  home = await createCustomer(db, { kind: 'home', parentId: city });
  const other = await createCustomer(db, { kind: 'home', parentId: city });
  device = await createDevice(db, { custId: home, deviceName: 'Astrid Lie' });
  const login = async (role: 'RESTRICTED_USER' | 'TRACKER' | 'SUPERFIRM', custId: number) =>
    server.loginAs(await createUser(db, { role, custId }));
  as.nurse = await login('RESTRICTED_USER', home);
  as.manager = await login('SUPERFIRM', city);
  as.neighbour = await login('SUPERFIRM', other);
  as.tracker = await login('TRACKER', home);
});

const always = { events: [], hours: null, waitSeconds: 60 };
const kari = {
  ...always,
  name: 'Kari',
  mobile: '+4791234567',
  email: 'kari@test.example',
  channels: ['sms', 'email'],
};
const ola = {
  ...{ name: 'Ola', mobile: '+4798765432', email: 'ola@test.example', channels: ['email'] },
  ...{ events: ['geofence'], hours: { from: 0, to: 1 }, waitSeconds: 3600 },
};
const listOf = ({ deviId } = device) => `/ajax/eventSetup/devices/${deviId}`;
const put = (receivers: object[], path = listOf(), who = as.nurse) =>
  server.call('PUT', path, { as: who, body: { rev: 0, receivers } });
const send = (who = as.nurse, on = device) => server.call('POST', `${listOf(on)}/tests`, { as: who });
const get = async (who = as.nurse, on = device) => (await server.call('GET', `${listOf(on)}/tests`, { as: who })).body;
const room = { all: 10, others: 10 };
const turns = new FairTurns(() => 0);
const due = { channel: 'sms' as const, room, turns, leaseMs: 1000, firstPauseMs: 1000, longestPauseMs: 1000 };
const queued = async () => ({
  sms: await messagesIn(server.db),
  mails: (await mailsIn(server.db)).filter(({ template }) => template === 'alarmTest'),
});

describe('a test of a notification list', () => {
  test('goes to everybody on the list at once, on each of their channels, whatever their hours and alarms', async () => {
    await put([kari, ola]);
    expect(await get()).toEqual({ sentAt: null, messages: [] });
    const { status, body } = await send();
    expect(status).toBe(200);
    const waiting = { testId: expect.any(Number), state: 'queued', reason: null, leftOut: null };
    expect(body).toEqual({
      ...{ sentAt: clock.now() },
      messages: [
        { name: 'Kari', channel: 'sms', recipient: '+4791234567', ...waiting },
        { name: 'Kari', channel: 'email', recipient: 'kari@test.example', ...waiting },
        { name: 'Ola', channel: 'email', recipient: 'ola@test.example', ...waiting },
      ],
    });
    expect(await get()).toEqual(body);
    const { sms, mails } = await queued();
    expect(sms).toMatchObject([{ recipient: '+4791234567', alarmId: null, commandId: null }]);
    expect(sms[0]?.content).toMatch(/^PRØVE .*Astrid Lie.*Ingen alarm er utløst/);
    expect(sms[0]?.content).not.toMatch(/http|Svar 1/);
    expect(mails.map(({ recipient }) => recipient)).toEqual(['kari@test.example', 'ola@test.example']);
  });

  test('calls those who are called in an alarm, and says that there is none', async () => {
    await put([{ ...kari, channels: ['call'] }]);
    const { body } = await send();
    expect(body.messages).toMatchObject([{ channel: 'call', recipient: '+4791234567', state: 'queued' }]);
    const { sms } = await queued();
    expect(sms).toMatchObject([{ channel: 'call', recipient: '+4791234567', alarmId: null }]);
    expect(sms[0]?.content).toMatch(/^Dette er en prøve .*Astrid Lie.*Ingen alarm er utløst/);
    expect(await takeDueMessages(server.db, clock.now(), due)).toEqual([]);
    expect(await takeDueMessages(server.db, clock.now(), { ...due, channel: 'call' })).toMatchObject([
      { messageId: sms[0]?.messageId, tries: 1 },
    ]);
  });

  test('raises no alarm, and starts and tells nothing of one', async () => {
    await put([kari]);
    await send();
    for (const table of [alarms, notificationChains, webHookDeliveries])
      expect(await server.db.select().from(table)).toEqual([]);
  });

  test('goes to the inherited list as well, and is refused where there is nobody', async () => {
    expect(await send()).toMatchObject({ status: 409, body: { code: 'nobodyToTell' } });
    await put([], `/ajax/eventSetup/customers/${home}`, as.manager);
    expect((await send()).status).toBe(409);
    expect(await queued()).toEqual({ sms: [], mails: [] });
    await server.call('DELETE', `/ajax/eventSetup/customers/${home}`, { as: as.manager });
    await put([ola], `/ajax/eventSetup/customers/${home}`, as.manager);
    expect((await send()).body.messages).toMatchObject([{ name: 'Ola' }]);
  });

  test('can be repeated after a minute; the latest one is shown', async () => {
    await put([kari]);
    const { sentAt } = (await send()).body;
    clock.advance(59_999);
    expect(await send()).toMatchObject({ status: 429, body: { code: 'tooManyRequests' } });
    expect((await get()).sentAt).toBe(sentAt);
    clock.advance(1);
    expect((await send(as.manager)).body).toMatchObject({ sentAt: sentAt + 60_000, messages: { length: 2 } });
    expect((await queued()).sms).toHaveLength(2);
  });

  test('of two that are sent at the same time one is sent', async () => {
    await put([kari]);
    const answers = await Promise.all([send(), send(as.manager)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect((await queued()).sms).toHaveLength(1);
  });

  test('is one of at most twenty in a row of a user, whatever the device', async () => {
    const all = await Promise.all(Array.from({ length: 21 }, () => createDevice(server.db, { custId: home })));
    await put([ola], `/ajax/eventSetup/customers/${home}`, as.manager);
    const statuses = [];
    for (const each of all) statuses.push((await send(as.nurse, each)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    expect((await send(as.manager, device)).status).toBe(200);
  });

  test('is for those who may change the list, not for twins', async () => {
    await put([kari]);
    for (const [who, status] of [
      [as.neighbour, 404],
      [as.tracker, 403],
    ] as const) {
      expect((await send(who)).status).toBe(status);
      expect((await server.call('GET', `${listOf()}/tests`, { as: who })).status).toBe(status);
    }
    const { deviId: twinDevice } = await createDevice(server.db, { custId: home });
    const twin = { twin: 'CLONE' as const, twinDevice, twinSerial: 'X' };
    await server.db.update(devices).set(twin).where(eq(devices.deviId, device.deviId));
    expect((await send()).status).toBe(403);
    expect(await queued()).toEqual({ sms: [], mails: [] });
  });

  test('belongs to the wearer: whoever gets the device next sees none', async () => {
    await put([kari]);
    await send();
    const move = { custId: home };
    await server.call('POST', `/ajax/devices/${device.deviId}/assignments`, { as: as.manager, body: move });
    expect(await get()).toEqual({ sentAt: null, messages: [] });
  });

  test('is audited without the people on the list', async () => {
    await put([kari, ola]);
    await send();
    const [entry] = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'eventSetup.tested'));
    expect(entry).toMatchObject({ deviId: device.deviId, custId: home });
    expect(JSON.stringify(entry)).not.toMatch(/Kari|Ola|\+47/);
  });
});

describe('a user on the list who is told of no alarm', () => {
  const change = (userId: number, fields: Partial<typeof users.$inferInsert>) =>
    server.db.update(users).set(fields).where(eq(users.userId, userId));
  const gone: [string, (userId: number) => Promise<unknown>][] = [
    ['deleted', (userId) => change(userId, { deletedAt: new Date(clock.now()) })],
    ['deactivated', (userId) => change(userId, { disabledAt: new Date(clock.now()) })],
    ['deactivated', (userId) => change(userId, { temporaryUntil: new Date(clock.now()) })],
    ['noAccess', (userId) => server.db.delete(userPolicies).where(eq(userPolicies.userId, userId))],
    ['noNumber', (userId) => change(userId, { mobile: null })],
  ];
  async function listWithUser(): Promise<number> {
    const { userId } = await createUser(server.db, { role: 'RESTRICTED_USER', custId: home });
    await change(userId, { firstName: 'Eva', lastName: 'Dahl', mobile: '+4795555555' });
    const eva = { ...always, userId, name: 'Eva', mobile: null, email: null, channels: ['sms', 'call'] };
    expect((await put([eva, ola])).status).toBe(200);
    return userId;
  }

  test.each(gone)('(%s) gets no test, and the line says why', async (leftOut, end) => {
    await end(await listWithUser());
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(body.messages).toMatchObject([
      { name: 'Eva Dahl', channel: 'sms', state: 'failed', reason: null, leftOut },
      { name: 'Ola', state: 'queued', leftOut: null },
    ]);
    expect(await get()).toEqual(body);
    const { sms, mails } = await queued();
    expect([sms, mails.map(({ recipient }) => recipient)]).toEqual([[], ['ola@test.example']]);
  });

  test('gets it on each channel while the account may handle alarms', async () => {
    await listWithUser();
    expect((await send()).body.messages).toMatchObject([
      { name: 'Eva Dahl', channel: 'sms', recipient: '+4795555555', leftOut: null },
      { name: 'Eva Dahl', channel: 'call', recipient: '+4795555555', leftOut: null },
      { name: 'Ola' },
    ]);
  });

  test('is nobody to tell, when there is nobody else', async () => {
    const userId = await listWithUser();
    const { rev } = (await server.call('GET', listOf(), { as: as.nurse })).body;
    const receivers = [{ ...always, userId, name: 'Eva', mobile: null, email: null, channels: ['sms'] }];
    await server.call('PUT', listOf(), { as: as.nurse, body: { rev, receivers } });
    await change(userId, { disabledAt: new Date(clock.now()) });
    expect(await send()).toMatchObject({ status: 409, body: { code: 'nobodyToTell' } });
  });

  test('is forgotten with the messages, after thirty days', async () => {
    await change(await listWithUser(), { disabledAt: new Date(clock.now()) });
    await send();
    clock.advance(30 * dayMs + 1);
    const { db, bus } = server;
    await retention.run(createJobContext({ db, bus, clock, log: createLog({ level: 'silent' }) }));
    expect(await server.db.select().from(notificationTests)).toEqual([]);
  });
});

describe('its messages', () => {
  beforeEach(async () => {
    await put([kari]);
    await send();
  });
  const states = async () => (await get()).messages.map(({ state }: { state: string }) => state);
  const settle = async (
    end: { state: 'sent' | 'delivered' | 'failed'; reason: string | null },
    channel: 'sms' | 'email' = 'sms',
  ) => {
    const row = (await server.db.select().from(outbox)).find((message) => message.channel === channel);
    if (row === undefined) throw new Error('a message');
    await commitAndPublish({ db: server.db, bus: server.bus }, (tx, changes) =>
      settleMessage(tx, changes, row, { ...end, endedAt: new Date(clock.now()) }),
    );
  };

  test('are followed until they arrive, and are stored without their text then', async () => {
    await settle({ state: 'sent', reason: null });
    expect(await states()).toEqual(['sent', 'queued']);
    await settle({ state: 'delivered', reason: null });
    await settle({ state: 'failed', reason: 'no mailbox' }, 'email');
    expect((await get()).messages).toMatchObject([
      { state: 'delivered', reason: null },
      { state: 'failed', reason: 'no mailbox' },
    ]);
    const { sms, mails } = await queued();
    expect([sms[0]?.content, mails[0]?.content]).toEqual([null, null]);
  });

  test('come after those of an alarm', async () => {
    const { db } = server;
    const alarmId = await createAlarm(db, { deviId: device.deviId, custId: home });
    await queueMessages(db, {
      channel: 'sms',
      alarmId,
      recipient: '+4740000001',
      content: 'SOS',
      createdAt: new Date(clock.now()),
    });
    const taken = await takeDueMessages(db, clock.now(), due);
    expect(taken.map(({ recipient }) => recipient)).toEqual(['+4740000001', '+4791234567']);
  });

  test('that were not sent within an hour are withdrawn', async () => {
    const { db } = server;
    const all = async () => {
      await withdrawMessages(db, 'sms', clock.now());
      await withdrawMessages(db, 'email', clock.now());
      return states();
    };
    clock.advance(3_600_000);
    expect(await all()).toEqual(['queued', 'queued']);
    clock.advance(1);
    expect(await all()).toEqual(['withdrawn', 'withdrawn']);
    expect((await get()).messages).toMatchObject([{ state: 'withdrawn' }, { state: 'withdrawn' }]);
    for (const channel of ['sms', 'email'] as const)
      expect(await takeDueMessages(db, clock.now(), { ...due, channel })).toEqual([]);
  });

  test('are forgotten with the outbox', async () => {
    await server.db.delete(outbox);
    expect(await server.db.select().from(notificationTests)).toEqual([]);
  });
});
