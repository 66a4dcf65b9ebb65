import type { LiveEvent } from '@varde/contract/events';
import { createCustomer, createDevice } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancelOfWearer, markSent } from '#domain/commands/commands.ts';
import { commands } from '#domain/commands/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { commandRetries } from './command-retries.ts';
import { dayMs, type JobContext } from './job.ts';
import { createJobContext } from './job-context.ts';

let opened: OpenDatabase;
let clock: ManualClock;
let deviId: number;
let custId: number;
let events: LiveEvent[];
let woken: number[];
let context: JobContext;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  clock = createManualClock();
  custId = await createCustomer(opened.db);
  ({ deviId } = await createDevice(opened.db, { custId }));
  events = [];
  woken = [];
  const bus = createInProcessBus();
  bus.onEvents((published) => events.push(...published));
  bus.onCommandsChanged((changed) => woken.push(changed));
  context = createJobContext({ db: opened.db, bus, clock, log: createLog({ level: 'silent' }) });
});

const ago = (ms: number) => new Date(clock.now() - ms);
function retry(): Promise<void> {
  const steady = { read: () => ({ now: clock.now(), since: 0, setAt: null }) };
  return commandRetries.run({ ...context, steady });
}
const command = { kind: 'writeSettings', values: { heartbeatInterval: 10 } };
const add = (given: Partial<typeof commands.$inferInsert>) =>
  opened.db.insert(commands).values({ deviId, command, createdAt: ago(60_000), ...given });
const states = async () =>
  (await opened.db.select().from(commands).orderBy(commands.commandId)).map(({ state, reason }) => [state, reason]);

test('a command without an answer for 30 seconds is sent again', async () => {
  await add({ state: 'sent', tries: 2, sentAt: ago(30_000) });
  await retry();
  expect(await states()).toEqual([['sent', null]]);
  clock.advance(1);
  await retry();
  expect(await states()).toEqual([['pending', null]]);
  expect(woken).toEqual([deviId]);
  expect(events).toEqual([{ type: 'devicePage', deviId, custId }]);
});

test('a command expires after three tries, and the next one is sent', async () => {
  await add({ state: 'sent', tries: 3, sentAt: ago(30_001) });
  await add({});
  await retry();
  expect(await states()).toEqual([
    ['expired', 'noAnswer'],
    ['pending', null],
  ]);
  expect(woken).toEqual([deviId]);
});

test('a command expires after 24 hours if the device was never connected, and not before', async () => {
  await add({ createdAt: ago(dayMs) });
  await retry();
  expect(await states()).toEqual([['pending', null]]);
  clock.advance(1);
  await retry();
  expect(await states()).toEqual([['expired', 'notConnected']]);
});

test('a write that makes a device forget its former wearer waits for it, however long it is away or does not answer', async () => {
  await add({ lasts: true, createdAt: ago(400 * dayMs) });
  await add({ lasts: true, createdAt: ago(400 * dayMs), state: 'sent', tries: 3, sentAt: ago(30_001) });
  await add({ createdAt: ago(400 * dayMs) });
  await retry();
  expect(await states()).toEqual([
    ['pending', null],
    ['pending', null],
    ['expired', 'notConnected'],
  ]);
});

test('such a write that was cancelled while it left is over when it stays unanswered', async () => {
  await add({ lasts: true, state: 'cancelled', reason: 'superseded', endedAt: ago(0) });
  const [row] = await opened.db.select().from(commands);
  const report = { devi_id: deviId, sent_on: 'eview', ref: 'r', sent_at: ago(30_001) };
  await markSent(opened.db, [{ ...report, command_id: row?.commandId ?? 0 }]);
  await retry();
  expect(await states()).toEqual([['expired', 'noAnswer']]);
});

test('a command of an action expires when that action is no longer useful', async () => {
  await add({ command: { kind: 'findMe' }, createdAt: ago(300_001) });
  await add({ command: { kind: 'reboot' }, createdAt: ago(300_001) });
  await add({ command: { kind: 'reboot' }, state: 'sent', tries: 1, sentAt: ago(30_001) });
  await retry();
  expect(await states()).toEqual([
    ['expired', 'notConnected'],
    ['pending', null],
    ['expired', 'noAnswer'],
  ]);
});

test('a command that was cancelled while it left stays open for its answer, and is never sent again', async () => {
  await add({ command: { kind: 'findMe' }, state: 'cancelled', reason: 'byUser', endedAt: ago(0) });
  await add({ state: 'pending' });
  const [cancelled, waiting] = await opened.db.select().from(commands).orderBy(commands.commandId);
  const left = [cancelled, waiting].map((row) => ({
    command_id: row?.commandId ?? 0,
    devi_id: deviId,
    sent_on: 'eview',
    ref: 'r',
    sent_at: ago(30_001),
  }));
  await markSent(opened.db, left);
  expect(await states()).toEqual([
    ['sent', null],
    ['sent', null],
  ]);
  await retry();
  expect(await states()).toEqual([
    ['expired', 'noAnswer'],
    ['pending', null],
  ]);
});

test('a command of an action that was sent before the device changed wearer is not sent again', async () => {
  await add({ command: { kind: 'findMe' }, state: 'sent', tries: 1, sentAt: ago(30_001) });
  await add({ state: 'sent', tries: 1, sentAt: ago(30_001) });
  await add({ command: { kind: 'findMe' } });
  await cancelOfWearer(opened.db, deviId, ago(0));
  await retry();
  expect(await states()).toEqual([
    ['expired', 'noAnswer'],
    ['pending', null],
    ['cancelled', 'handedOver'],
  ]);
});

test('numbers of a former wearer that wait for the device are not sent to the next one, and other settings are', async () => {
  const numbers = { kind: 'writeSettings', values: { phoneNoWhiteList1: '+4790000001' } };
  await add({ command: numbers });
  await add({ command: numbers, state: 'sent', tries: 1, sentAt: ago(30_001) });
  await add({});
  await cancelOfWearer(opened.db, deviId, ago(0));
  await retry();
  expect(await states()).toEqual([
    ['cancelled', 'handedOver'],
    ['expired', 'noAnswer'],
    ['pending', null],
  ]);
});

test('a command without an answer in its protocol, or an ended one, is left alone', async () => {
  const old = { createdAt: ago(2 * dayMs), sentAt: ago(2 * dayMs), endedAt: ago(2 * dayMs) };
  await add({ state: 'sent', ...old });
  await add({ state: 'confirmed', ...old });
  await retry();
  expect(await states()).toEqual([
    ['sent', null],
    ['confirmed', null],
  ]);
  expect(events).toEqual([]);
});
