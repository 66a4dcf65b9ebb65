import { metyId } from '@varde/catalogue/message-types';
import { messageLength } from '@varde/contract/forms';
import { createVirtualDevice, type VirtualDevice } from '@varde/simulator/devices/virtual-device';
import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { freePort } from '@varde/testing/free-port';
import { createJobRunner } from '@varde/testing/job-runner';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { resetOrder } from '@varde/testing/reset-order';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { and, asc, eq, gte, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ownDevice } from '#domain/alarm-path/own-device.ts';
import { newLink } from '#domain/alarms/alarm-links.ts';
import { answerMessage } from '#domain/alarms/answer-alarm.ts';
import { alarmEvents, alarms, wearerMessages as messages } from '#domain/alarms/tables.ts';
import { wearerText } from '#domain/alarms/tell-wearer.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { commands } from '#domain/commands/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { devices } from '#domain/devices/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';
import { saveList } from '#domain/notifications/lists.ts';
import { notificationAttempts } from '#domain/notifications/tables.ts';
import { queryRows } from '#platform/database/database.ts';
import { ownCustId } from '#platform/database/scope-condition.ts';
import { commandRetries } from '../../jobs/command-retries.ts';
import { unconfirmedHandOvers } from '../../jobs/unconfirmed-hand-overs.ts';
import { wearerMessages } from '../../jobs/wearer-messages.ts';

/** A complete Varde with a gateway on a real socket, and simulated watches that connect to it. */
let server: TestServer;
let clock: ManualClock;
let port: number;
let run: ReturnType<typeof createJobRunner>;
let custId: number;
let deviId: number;
let alarmId: number;
const people = { nurse: { userId: 0, as: '' }, colleague: { userId: 0, as: '' } };
const open: { close(): void }[] = [];
/** Each test has its own device, since processing remembers the connections of a device. */
let identity = 3_234_567_890;
const hardware = { watchWithDisplay: 34, triggerTwo4G: 23, ev07b: 25 };

beforeAll(async () => {
  port = await freePort();
  clock = createManualClock();
  server = await startTestServer({ clock, environment: { VARDE_WATCH_PORT: `${port}` } });
  await server.app.start();
  run = createJobRunner(server, clock);
});
afterAll(() => server.close());
beforeEach(async () => {
  custId = await createCustomer(server.db);
  for (const who of Object.values(people)) {
    const user = await createUser(server.db, { role: 'RESTRICTED_USER', custId });
    Object.assign(who, { userId: user.userId, as: await server.loginAs(user) });
  }
  await given(hardware.watchWithDisplay);
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A device with an alarm that nobody has taken. */
async function given(dehaId: number, type: number = metyId.alarm): Promise<void> {
  identity += 1;
  ({ deviId } = await createDevice(server.db, { custId, dehaId, identity: `${identity}` }));
  alarmId = await raise(type);
}
const raise = async (type: number = metyId.alarm) =>
  createAlarm(server.db, {
    ...{ deviId, custId, metyId: type, at: new Date(clock.now()) },
    assignmentId: await presentAssignmentId(server.db, deviId),
  });
const follow = () => run(wearerMessages);
const act = (who: keyof typeof people, verb: string, body: object = {}) =>
  server.call('POST', `/ajax/alarms/${alarmId}/${verb}`, { as: people[who].as, body });
const claim = async (who: keyof typeof people = 'nurse') => expect((await act(who, 'claim')).status).toBe(200);
const release = async (who: keyof typeof people = 'nurse') =>
  expect((await act(who, 'release', { claimedBy: people[who].userId })).status).toBe(200);
const reset = async (outcome: string) => {
  const { body } = (await server.call('GET', `/ajax/alarms/${alarmId}`, {
    as: people.nurse.as,
  })) as TestAnswer;
  const { claimedAt, signalCount } = body;
  const order = { ...resetOrder({ claimedAt, signalCount }), outcome };
  expect((await act('nurse', 'reset', order)).status).toBe(200);
};

/** The messages to the device: text and state, the oldest first. */
async function told(): Promise<[string, string][]> {
  const rows = await server.db
    .select()
    .from(commands)
    .where(and(eq(commands.deviId, deviId), sql`${commands.command} ->> 'kind' = 'message'`))
    .orderBy(asc(commands.commandId));
  return rows.map(({ command, state }) => [(command as { text: string }).text, state]);
}
const states = async () => (await told()).map(([, state]) => state);
async function events(): Promise<[number, string | null][]> {
  const rows = await server.db
    .select()
    .from(alarmEvents)
    .where(and(eq(alarmEvents.alarmId, alarmId), gte(alarmEvents.number, 220)))
    .orderBy(asc(alarmEvents.eventId));
  return rows.map(({ number, result }) => [number, result]);
}
const revOf = async () => (await server.db.select().from(alarms).where(eq(alarms.alarmId, alarmId)))[0]?.rev ?? 0;

function watch(): { device: VirtualDevice; shown: string[] } {
  const at = { host: '127.0.0.1', port };
  const device = createVirtualDevice({ protocol: 'watch', identity: `${identity}`, ...at });
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
/** Makes an own message follow everything that waited before it, so that what was not shown by then never is. */
async function last(one: { device: VirtualDevice; shown: string[] }): Promise<string[]> {
  const path = `/ajax/devices/${deviId}/messages`;
  await server.call('POST', path, { as: people.nurse.as, body: { message: 'Sist' } });
  await expect.poll(() => one.shown).toContain('Sist');
  return one.shown.filter((text) => text !== 'Sist');
}

/** The message was sent to a watch that has not answered. */
async function isOnItsWay(): Promise<void> {
  await claim();
  await follow();
  const sent = { state: 'sent', sentAt: new Date(clock.now()), ref: 'MESSAGE', sentOn: 'watch' } as const;
  const waiting = and(eq(commands.deviId, deviId), eq(commands.state, 'pending'));
  await server.db
    .update(commands)
    .set({ ...sent, tries: 1 })
    .where(waiting);
}

test('the text fits a display', () => {
  expect(wearerText.length).toBeLessThanOrEqual(messageLength);
});

describe('the wearer of a watch', () => {
  test('who presses the button reads that somebody has taken the alarm; the timeline says so when the watch has answered', async () => {
    await server.db.delete(alarms).where(eq(alarms.alarmId, alarmId));
    const one = watch();
    await arrive(one);
    one.device.pressSos();
    const raised = () => server.db.select().from(alarms).where(eq(alarms.deviId, deviId));
    await expect.poll(async () => (await raised()).length).toBe(1);
    alarmId = (await raised())[0]?.alarmId ?? 0;
    await follow();
    expect(await told()).toEqual([]);
    await claim();
    await follow();
    await expect.poll(states).toEqual(['confirmed']);
    expect(one.shown).toEqual([wearerText]);
    expect(await events()).toEqual([]);
    const rev = await revOf();
    await follow();
    expect(await events()).toEqual([[220, wearerText]]);
    expect(await revOf()).toBeGreaterThan(rev);
    await follow();
    expect(await events()).toHaveLength(1);
    expect(one.shown).toEqual([wearerText]);
    const [entry] = await server.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.deviId, deviId), eq(auditEntries.action, 'message.sent')));
    expect(entry).toMatchObject({ userId: null, custId });
    expect(JSON.parse(entry?.content ?? '')).toMatchObject({ after: { alarmId } });
    expect(entry?.content).not.toContain(wearerText);
  });

  test('is told once when two people take the alarm at once, and two processes look', async () => {
    const answers = await Promise.all([act('nurse', 'claim'), act('colleague', 'claim')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await Promise.all([follow(), follow()]);
    expect(await told()).toEqual([[wearerText, 'pending']]);
  });

  test('is told when a receiver of the alarm takes it by the link of a message', async () => {
    const { tokenHash } = newLink();
    const kari = { name: 'Kari Vakt', mobile: '+4791111111', email: null, channels: ['sms' as const] };
    await saveList(
      server.db,
      { custId },
      {
        ...{ rev: 0, repeats: 0, at: new Date(clock.now()), userId: people.nurse.userId },
        receivers: [{ ...kari, events: [], hours: null, waitSeconds: 60 }],
      },
    );
    const [attempt] = await server.db
      .insert(notificationAttempts)
      .values({
        ...{ alarmId, round: 1, step: 0, channel: 'sms', recipient: '+4791111111', name: 'Kari Vakt' },
        ...{ at: new Date(clock.now()), state: 'sent', tokenHash },
      })
      .returning();
    const by = { way: 'byLink' as const, address: '127.0.0.1', pin: null, compared: [] };
    const answer = { answer: 'taken' as const, ...by, at: new Date(clock.now()) };
    await server.db.transaction((tx) => answerMessage(tx, attempt as never, answer));
    await follow();
    expect(await told()).toEqual([[wearerText, 'pending']]);
  });

  test('is told once when somebody gives the alarm back and takes it again at once, and again a minute later', async () => {
    const one = watch();
    await arrive(one);
    await claim();
    await follow();
    await expect.poll(states).toEqual(['confirmed']);
    await release();
    clock.advance(59_999);
    await claim();
    await follow();
    expect(await states()).toEqual(['confirmed']);
    await release();
    clock.advance(1);
    await claim();
    await follow();
    await expect.poll(states).toEqual(['confirmed', 'confirmed']);
  });

  test('is told again at once when somebody else takes the alarm', async () => {
    await arrive(watch());
    await claim();
    await follow();
    await expect.poll(states).toEqual(['confirmed']);
    await release();
    await claim('colleague');
    await follow();
    await expect.poll(states).toEqual(['confirmed', 'confirmed']);
  });

  test('is told of a hand-over when it is confirmed, and not before', async () => {
    await act('nurse', 'claim');
    const to = { claimedBy: people.nurse.userId, userId: people.colleague.userId };
    expect((await act('nurse', 'hand-over', to)).status).toBe(200);
    await follow();
    expect(await told()).toEqual([]);
    await claim('colleague');
    await follow();
    expect(await told()).toEqual([[wearerText, 'pending']]);
  });

  test('is told nothing of a hand-over that nobody confirms', async () => {
    await claim();
    await follow();
    const to = { claimedBy: people.nurse.userId, userId: people.colleague.userId };
    await act('nurse', 'hand-over', to);
    await follow();
    clock.advance(60_000);
    await run(unconfirmedHandOvers, wearerMessages);
    expect(await states()).toEqual(['cancelled']);
    expect(await events()).toEqual([]);
  });
});

describe('a message that is no longer true', () => {
  test.each([
    ['the alarm was given back', () => release()],
    ['the alarm was reset as a test', () => reset('test')],
    ['the alarm was reset', () => reset('other')],
  ])('is never shown when %s, also before Varde has looked again', async (_what, end) => {
    await claim();
    await follow();
    expect(await states()).toEqual(['pending']);
    await end();
    const one = watch();
    await arrive(one);
    expect(await last(one)).toEqual([]);
    await follow();
    expect((await states())[0]).toBe('cancelled');
    expect(await events()).toEqual([]);
  });

  test('is never shown five minutes after the alarm was taken, and the timeline says why', async () => {
    await claim();
    await follow();
    clock.advance(299_999);
    await follow();
    expect(await states()).toEqual(['pending']);
    clock.advance(1);
    const one = watch();
    await arrive(one);
    expect(await last(one)).toEqual([]);
    await follow();
    expect((await states())[0]).toBe('cancelled');
    expect(await events()).toEqual([[221, 'deviceNotConnected']]);
    await follow();
    expect(await events()).toHaveLength(1);
    expect(await told()).toHaveLength(2);
  });

  test('is not sent again to a watch that did not answer in time, and the timeline says so', async () => {
    await isOnItsWay();
    await release();
    await follow();
    const one = watch();
    await arrive(one);
    clock.advance(30_001);
    await run(commandRetries, wearerMessages);
    expect(await states()).toEqual(['expired']);
    expect(await last(one)).toEqual([]);
    expect(await events()).toEqual([[221, 'deviceNoAnswer']]);
  });

  test('is not sent again when the watch reconnects before Varde has looked again', async () => {
    await isOnItsWay();
    await release();
    const one = watch();
    await arrive(one);
    clock.advance(30_001);
    await run(commandRetries);
    expect(await last(one)).toEqual([]);
    await follow();
    expect((await states())[0]).toBe('cancelled');
  });

  test('is not queued for an alarm that was taken and reset before Varde looked, or taken long ago', async () => {
    await claim();
    await reset('test');
    await follow();
    expect(await told()).toEqual([]);
    await given(hardware.watchWithDisplay);
    await claim();
    clock.advance(300_000);
    await follow();
    expect(await told()).toEqual([]);
  });

  test.each([
    ['of the same customer', (assignmentId: number | null) => ({ assignmentId, to: custId })],
    ['of another customer', () => ({ assignmentId: null, to: 0 })],
  ])('is not shown to the next wearer of the watch, %s', async (_whose, given) => {
    const { assignmentId, to } = given(await presentAssignmentId(server.db, deviId));
    await server.db.update(alarms).set({ assignmentId }).where(eq(alarms.alarmId, alarmId));
    await claim();
    const next = to || (await createCustomer(server.db));
    const at = new Date(clock.now());
    await server.db.transaction((tx) => beginAssignment(tx, { deviId, custId: next, at }));
    await server.db.update(devices).set({ custId: next }).where(eq(devices.deviId, deviId));
    await follow();
    expect(await told()).toEqual([]);
  });
});

describe('nobody is told', () => {
  test.each([
    ['by a device without a display', hardware.triggerTwo4G, metyId.alarm],
    ['by an EV-07B, which has no documented message', hardware.ev07b, metyId.alarm],
    ['that somebody follows a geofence', hardware.watchWithDisplay, metyId.geofence],
    ['that somebody looks for a wanderer', hardware.watchWithDisplay, metyId.wanderer],
  ])('%s', async (_what, dehaId, type) => {
    await given(dehaId, type);
    await claim();
    await follow();
    expect(await told()).toEqual([]);
  });

  test('by Varde’s own test device', async () => {
    ({ deviId } = await ownDevice(server.db, new Date(clock.now())));
    custId = ownCustId;
    alarmId = await raise();
    const values = { state: 'claimed', claimedAt: new Date(clock.now()) } as const;
    await server.db.update(alarms).set(values).where(eq(alarms.alarmId, alarmId));
    await follow();
    expect(await told()).toEqual([]);
  });
});

test('a message that cannot be queued stops no claim, and no other wearer', async () => {
  await claim();
  const [first, broken] = [deviId, alarmId];
  await given(hardware.watchWithDisplay);
  await claim('colleague');
  await server.db.execute(sql`create function refuse() returns trigger language plpgsql as $$
    begin if new.devi_id = ${sql.raw(`${first}`)} then raise exception 'no'; end if; return new; end $$`);
  await server.db.execute(sql`create trigger refuse before insert on commands for each row execute function refuse()`);
  await expect(follow()).rejects.toThrow('wearers could not be told');
  await server.db.execute(sql`drop function refuse cascade`);
  expect(await told()).toEqual([[wearerText, 'pending']]);
  const [alarm] = await server.db.select().from(alarms).where(eq(alarms.alarmId, broken));
  expect(alarm?.state).toBe('claimed');
  await follow();
  const rows = await server.db.select().from(messages).where(eq(messages.alarmId, broken));
  expect(rows).toHaveLength(1);
});

test.runIf(process.env.VARDE_TEST_POSTGRES !== undefined)(
  'whoever holds the device delays the message, and neither the claim nor the release',
  async () => {
    let looked: Promise<void> = Promise.resolve();
    await server.db.transaction(async (tx) => {
      await tx.select().from(devices).where(eq(devices.deviId, deviId)).for('update');
      await claim();
      looked = follow();
      const waits = () => queryRows(tx, sql`select from pg_locks where not granted`);
      await expect.poll(async () => (await waits()).length).toBeGreaterThan(0);
      await release();
      await claim('colleague');
      await release('colleague');
    });
    await looked;
    expect(await told()).toEqual([]);
  },
);
