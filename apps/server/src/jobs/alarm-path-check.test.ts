import { alarmPathStoppedMs } from '@varde/catalogue/alarm-path';
import { createAlarm, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { mailsIn, messagesIn } from '@varde/testing/messages';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { alarmPathState } from '#domain/alarm-path/checks.ts';
import { ownDevice } from '#domain/alarm-path/own-device.ts';
import { alarmPathChecks } from '#domain/alarm-path/tables.ts';
import { queueMessages } from '#domain/messages/outbox.ts';
import { ownNumber } from '#domain/messages/own-number.ts';
import { type Bus, createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { ownCustId } from '#platform/database/scope-condition.ts';
import { createLog } from '#platform/log/log.ts';
import type { OutgoingSms } from '#platform/sms/sms-sender.ts';
import { createAlarmPathCheck } from './alarm-path-check.ts';
import { createAlarmPathWatch } from './alarm-path-watch.ts';
import type { Job } from './job.ts';
import { createJobContext, type JobContextOptions } from './job-context.ts';
import { messageDelivery } from './message-delivery.ts';

let opened: OpenDatabase;
let clock: ManualClock;
let bus: Bus;
let check: Job;
/** What the pressed alarm does. */
let pressed: () => Promise<unknown>;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  clock = createManualClock();
  bus = createInProcessBus();
  check = createAlarmPathCheck({ bus, clock, press: async () => void (await pressed()), patienceMs: 50 });
});

const context = (options: Partial<JobContextOptions> = {}) =>
  createJobContext({ db: opened.db, bus, clock, log: createLog({ level: 'silent' }), ...options });
const run = () => check.run(context());
const checks = () => opened.db.select().from(alarmPathChecks).orderBy(asc(alarmPathChecks.checkId));
const state = () => alarmPathState(opened.db, clock.now());
const mails = async () => (await mailsIn(opened.db)).map(({ recipient }) => recipient);

const alarmOf = (custId: number) => {
  const alarm = { alarmId: 1, rev: 1 } as never;
  bus.publishEvents([{ type: 'alarm', deviId: 1, custId, alarm }]);
};
const told = (alarmId: number) => bus.publishEvents([{ type: 'ownAlarmTold', alarmId }]);
const arrives = async () => {
  clock.advance(30);
  alarmOf(0);
  clock.advance(1_000);
  told(1);
};
const isLost = async () => {
  throw new Error('no gateway');
};
const inMinutes = async (minutes: number, outcome: () => Promise<unknown>) => {
  clock.advance(minutes * 60_000);
  pressed = outcome;
  return run().catch((error: Error) => error);
};

test('a check that arrives is recorded with the time of each stage', async () => {
  expect(await inMinutes(0, arrives)).toBeUndefined();
  expect(await checks()).toMatchObject([
    { at: new Date(clock.now() - 1_030), passed: true, acknowledgedMs: 1_030, liveMs: 30, toldMs: 1_030 },
  ]);
});

test.each([
  ['acknowledged', async () => isLost()],
  ['live', async () => told(1)],
  ['told', async () => alarmOf(0)],
  // That of another check.
  ['told', async () => [alarmOf(0), told(2)]],
  // The alarm of a customer is not the one that was pressed.
  ['live', async () => [alarmOf(7), told(1)]],
] as const)('a check that is not %s in time has failed, and the error says so', async (stage, outcome) => {
  expect(await inMinutes(0, outcome)).toMatchObject({ message: expect.stringContaining(`not ${stage}`) });
  const [recorded] = await checks();
  expect(recorded).toMatchObject({ passed: false, [`${stage}Ms`]: null });
});

test('what arrives after its check is over counts for no later one', async () => {
  await inMinutes(0, async () => undefined);
  await arrives();
  await inMinutes(5, async () => undefined);
  expect(await checks()).toMatchObject([{ liveMs: null }, { liveMs: null, toldMs: null }]);
});

test('a stop in the middle of a check is no failure', async () => {
  const stopping = new AbortController();
  pressed = async () => stopping.abort();
  await check.run(context({ stopping: stopping.signal }));
  expect(await checks()).toEqual([]);
});

describe('the path of alarms', () => {
  test('has stopped when two checks in a row have not arrived, and works again with the next one that does', async () => {
    expect(await state()).toEqual({ since: null, lastPassedAt: null, isStopped: false });
    await inMinutes(0, arrives);
    const [{ at } = { at: null }] = await checks();
    clock.advance(at === null ? 0 : at.getTime() + alarmPathStoppedMs - clock.now());
    expect(await state()).toMatchObject({ lastPassedAt: at?.getTime(), isStopped: false });
    clock.advance(1);
    expect(await state()).toMatchObject({ isStopped: true }); // also when no check fails, because none begins
    await inMinutes(0, arrives);
    expect(await state()).toMatchObject({ isStopped: false });
  });

  test('has also stopped when no check has ever arrived', async () => {
    await inMinutes(0, isLost);
    expect(await state()).toMatchObject({ isStopped: false });
    await inMinutes(12, isLost);
    expect(await state()).toMatchObject({ lastPassedAt: null, isStopped: true });
  });

  test('that has stopped is told to the administrators of the whole installation by mail, once for each outage', async () => {
    const { username } = await createUser(opened.db, { role: 'SUPERFIRM', custId: null });
    await createUser(opened.db);
    await inMinutes(0, arrives);
    await inMinutes(5, isLost);
    expect(await mails()).toEqual([]);
    for (const minutes of [5, 5, 5]) await inMinutes(minutes, isLost);
    expect(await mails()).toEqual([username]);
    await inMinutes(5, arrives);
    for (const minutes of [5, 5, 5]) await inMinutes(minutes, isLost);
    expect(await mails()).toEqual([username, username]);
  });
});

describe('the watch over the checks', () => {
  const minutes = (count: number) => clock.advance(count * 60_000);

  test('tells the administrators when no check begins any more, once for each outage, and shows it as a failed check', async () => {
    const { username } = await createUser(opened.db, { role: 'SUPERFIRM', custId: null });
    const watch = createAlarmPathWatch(clock);
    const afterMinutes = async (count: number) => {
      minutes(count);
      await watch.run(context());
    };
    await inMinutes(0, arrives);
    await afterMinutes(10);
    expect(await checks(), 'two may be late').toHaveLength(1);
    await afterMinutes(1);
    expect(await checks()).toMatchObject([{ passed: true }, { passed: false, warned: true }]);
    expect(await mails()).toEqual([username]);
    for (let minute = 0; minute < 30; minute++) await afterMinutes(1);
    expect(await mails()).toEqual([username]);
    await inMinutes(0, arrives);
    for (let minute = 0; minute < 12; minute++) await afterMinutes(1);
    expect(await mails()).toEqual([username, username]);
  });

  test('tells them also when no check has ever begun', async () => {
    const { username } = await createUser(opened.db, { role: 'SUPERFIRM', custId: null });
    const watch = createAlarmPathWatch(clock);
    for (let minute = 0; minute < 21; minute++) {
      minutes(1);
      await watch.run(context());
    }
    expect(await mails()).toEqual([]);
    for (let minute = 0; minute < 3; minute++) {
      minutes(1);
      await watch.run(context());
    }
    expect(await mails()).toEqual([username]);
  });

  test('waits after a start, however long Varde was away, and adds nothing to checks that fail by themselves', async () => {
    await createUser(opened.db, { role: 'SUPERFIRM', custId: null });
    await inMinutes(0, arrives);
    minutes(600);
    const watch = createAlarmPathWatch(clock);
    minutes(10);
    await watch.run(context());
    expect(await checks()).toHaveLength(1);
    await inMinutes(1, isLost);
    await watch.run(context());
    expect(await checks()).toHaveLength(2);
  });
});

test('a check from when the clock was an hour ahead is not taken for one of now, and is removed with the next one', async () => {
  await inMinutes(0, arrives);
  const [{ at } = { at: null }] = await checks();
  clock.step(3_600_000);
  await inMinutes(5, arrives);
  clock.step(-3_600_000);
  expect(await state()).toMatchObject({ lastPassedAt: at?.getTime(), isStopped: false });
  await inMinutes(12, isLost);
  expect(await state()).toMatchObject({ lastPassedAt: at?.getTime(), isStopped: true });
  expect(await checks()).toMatchObject([{ passed: true }, { passed: false }]);
});

test('checks are kept for 30 days', async () => {
  await inMinutes(0, arrives);
  await inMinutes(30 * 24 * 60 - 1, arrives);
  expect(await checks()).toHaveLength(2);
  await inMinutes(2, arrives);
  expect(await checks()).toHaveLength(2);
});

test('an SMS to Varde itself is published as told and not handed to the provider, and leaves also without one, while others wait', async () => {
  const handed: string[] = [];
  const told: unknown[] = [];
  bus.onEvents((events) => told.push(...events.filter(({ type }) => type === 'ownAlarmTold')));
  const send = async ({ to }: OutgoingSms) => {
    handed.push(to);
    return null;
  };
  const sms = { sender: { send }, reportsTo: null, takesReplies: false };
  const at = new Date(clock.now());
  const { deviId } = await ownDevice(opened.db, at);
  const alarmId = await createAlarm(opened.db, { deviId, custId: ownCustId, at });
  const queue = (recipient: string) =>
    queueMessages(opened.db, { channel: 'sms', recipient, content: 'Alarm', createdAt: at, alarmId });
  await queue(ownNumber);
  await queue('+4791234567');
  await messageDelivery.sms.run(context());
  const event = { type: 'ownAlarmTold', alarmId };
  expect({ told, handed }).toEqual({ told: [event], handed: [] });
  const states = (await messagesIn(opened.db)).map(({ recipient, state }) => [recipient, state]);
  expect(states.sort()).toEqual([
    ['+4791234567', 'queued'],
    [ownNumber, 'sent'],
  ]);
  await queue(ownNumber);
  await messageDelivery.sms.run(context({ sms }));
  expect({ told, handed }).toEqual({ told: [event, event], handed: ['+4791234567'] });
});
