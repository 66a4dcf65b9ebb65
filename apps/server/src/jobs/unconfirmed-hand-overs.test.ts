import type { LiveEvent } from '@varde/contract/events';
import { createAlarm, createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { createManualClock, type ManualClock } from '@varde/testing/manual-clock';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { releaseIfUnconfirmed } from '#domain/alarms/hand-over.ts';
import { alarmEvents, alarms } from '#domain/alarms/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { createInProcessBus } from '#platform/bus/bus.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log/log.ts';
import { createJobContext } from './job-context.ts';
import { unconfirmedHandOvers } from './unconfirmed-hand-overs.ts';

let opened: OpenDatabase;
let clock: ManualClock;
let alarmId: number;
let from: number;
let to: number;
let events: LiveEvent[];
let run: () => Promise<void>;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { db } = opened;
  await clearTables(db);
  clock = createManualClock();
  const custId = await createCustomer(db);
  const { deviId } = await createDevice(db, { custId });
  from = (await createUser(db, { role: 'FIRM', custId })).userId;
  to = (await createUser(db, { role: 'FIRM', custId })).userId;
  alarmId = await createAlarm(db, { deviId, custId });
  await handOver({ handedOverBy: from });
  events = [];
  const bus = createInProcessBus();
  bus.onEvents((published) => events.push(...published));
  const context = createJobContext({ db, bus, clock, log: createLog({ level: 'silent' }) });
  run = () => unconfirmedHandOvers.run(context);
});

const handOver = (fields: Partial<typeof alarms.$inferInsert>) =>
  opened.db
    .update(alarms)
    .set({ state: 'claimed', claimedBy: to, claimedAt: new Date(clock.now()), ...fields })
    .where(eq(alarms.alarmId, alarmId));
const shown = async () =>
  (await opened.db.select().from(alarms).orderBy(alarms.alarmId)).map(({ state, claimedBy, handedOverBy }) => [
    state,
    claimedBy,
    handedOverBy,
  ]);

test('an alarm that nobody confirms within a minute is open for everybody, in every console', async () => {
  clock.advance(59_999);
  await run();
  expect(await shown()).toEqual([['claimed', to, from]]);
  expect(events).toEqual([]);
  clock.advance(1);
  await run();
  expect(await shown()).toEqual([['open', null, null]]);
  expect(events).toMatchObject([{ type: 'alarm', alarm: { alarmId, state: 'open', claimedBy: null } }]);
  expect(await opened.db.select().from(alarmEvents)).toMatchObject([{ alarmId, number: 202, userId: null }]);
  const audited = (await opened.db.select().from(auditEntries).orderBy(auditEntries.auditId)).map(
    ({ action }) => action,
  );
  expect(audited).toEqual(['alarm.released']);
  await run();
  expect(events).toHaveLength(1);
});

test('a confirmed hand-over and a claim without one stay, however long they last', async () => {
  await handOver({ handedOverBy: null });
  clock.advance(3_600_000);
  await run();
  expect(await shown()).toEqual([['claimed', to, null]]);
});

test('a hand-over that is confirmed just when its minute is over stays with the colleague', async () => {
  const late = { alarmId, claimedBy: to, at: new Date(clock.now()) };
  await handOver({ handedOverBy: null });
  expect(await releaseIfUnconfirmed(opened.db, late)).toBeNull();
  expect(await shown()).toEqual([['claimed', to, null]]);
  await handOver({ handedOverBy: from });
  expect(await releaseIfUnconfirmed(opened.db, { ...late, claimedBy: from })).toBeNull();
  expect(await releaseIfUnconfirmed(opened.db, late)).toMatchObject({ custId: expect.any(Number) });
});

test('an hour by which the clock was set back does not keep the alarm silent', async () => {
  clock.step(-3_600_000);
  await run();
  expect(await shown()).toEqual([['open', null, null]]);
});
