import { metyId } from '@varde/catalogue/message-types';
import type { Sample } from '@varde/catalogue/report';
import { carries } from '@varde/protocols/index';
import { createCustomer, createDevice, type TestDevice } from '@varde/testing/factories';
import { postponedUplinks, startProcessing, type TestProcessing } from '@varde/testing/processing';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { messageUplink, sampleOf, sosSample } from '@varde/testing/uplinks';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { alarms } from '#domain/alarms/tables.ts';
import { deviceAssignments } from '#domain/devices/tables.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { commitBatch } from './commit-batch.ts';
import { createOffers } from './offers.ts';

let opened: OpenDatabase;
let processing: TestProcessing;
let device: TestDevice;
let other: TestDevice;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  const custId = await createCustomer(opened.db);
  device = await createDevice(opened.db, { custId });
  other = await createDevice(opened.db, { custId });
  processing = await startProcessing(opened.db);
});

const minute = 60_000;
const position = (lat: number) => ({ lat, lng: 10.75, source: 'gps' as const });
const moved = (lat: number, at?: number) =>
  sampleOf({ metyId: metyId.position, position: position(lat), ...(at === undefined ? {} : { at }) });

async function send(samples: Sample[], from = device) {
  processing.events.length = 0;
  processing.clock.advance(minute);
  await processing.bus.publishUplink(messageUplink(from.identity, processing.clock.now(), samples));
}
const announced = () => processing.events.flatMap((event) => (event.type === 'alarm' ? [event.alarm] : []));

/** Until the message has met the open transaction. PGlite has a single connection, which that one holds. */
const hasMet = async (work: () => void) => {
  const before = await postponedUplinks();
  work();
  if (process.env.VARDE_TEST_POSTGRES !== undefined) await expect.poll(postponedUplinks).toBeGreaterThan(before);
};

test('a new position of a device in alarm is announced with each of its open alarms, and changes nothing of them but their rev', async () => {
  await send([sosSample({ position: position(59.9) }), sampleOf({ metyId: metyId.fire })]);
  const before = await opened.db.select().from(alarms).orderBy(alarms.alarmId);
  await send([moved(60.1)]);
  const after = await opened.db.select().from(alarms).orderBy(alarms.alarmId);
  expect(after).toEqual(before.map((alarm, index) => ({ ...alarm, rev: after[index]?.rev })));
  for (const [index, { rev }] of before.entries()) expect(after[index]?.rev).toBeGreaterThan(rev);
  expect(announced()).toMatchObject(
    after.map(({ alarmId, rev }) => ({
      alarmId,
      rev,
      posLati: 59.9,
      latestPlace: { posLati: 60.1, posTime: processing.clock.now() },
    })),
  );
});

test('of two positions of one second the later one is that of the alarm, and one that comes late is not', async () => {
  await send([sosSample({ position: position(59.9) })]);
  const at = processing.clock.now();
  await send([moved(60.1, at)]);
  expect(announced()).toMatchObject([{ posLati: 59.9, latestPlace: { posLati: 60.1, posTime: at } }]);
  await send([{ ...moved(61, at), historical: true }]);
  await send([sosSample({ at: at + 1, position: position(62) })]);
  await send([moved(62, at + 1)]);
  expect(announced()).toEqual([]);
});

test('a new position is not lost when the alarm changes at the same moment, and is announced with the place of before', async () => {
  await send([sosSample({ position: position(59.9) })]);
  let sent: Promise<void> | undefined;
  const revBetween = await opened.db.transaction(async (tx) => {
    const [changed] = await tx.update(alarms).set({ rev: sql`nextval('rev_seq')` }).returning({ rev: alarms.rev });
    await hasMet(() => {
      sent = send([moved(60.1)]);
    });
    return changed?.rev ?? Number.POSITIVE_INFINITY;
  });
  await sent;
  const [shown] = announced();
  expect(shown?.latestPlace).toMatchObject({ posLati: 60.1 });
  expect(shown?.rev).toBeGreaterThan(revBetween);
});

test('a further signal carries the latest position in one event', async () => {
  await send([sosSample({ position: position(59.9) })]);
  expect(announced()).toMatchObject([{ posLati: 59.9, latestPlace: null }]);
  await send([sosSample({ position: position(60.1) })]);
  expect(announced()).toMatchObject([{ signalCount: 2, posLati: 59.9, latestPlace: { posLati: 60.1 } }]);
});

test("a claimed alarm is followed with the claimant's name; one that is reset is not followed", async () => {
  await send([sosSample({ position: position(59.9) })]);
  await opened.db.execute(sql`insert into users (username, password_hash, first_name, last_name)
    values ('kari@varde.test', '', 'Kari', 'Nes')`);
  await opened.db.execute(sql`update alarms set state = 'claimed', claimed_by = (select max(user_id) from users)`);
  await send([moved(60.1)]);
  expect(announced()).toMatchObject([{ state: 'claimed', claimedBy: { name: 'Kari Nes' } }]);
  await opened.db.execute(sql`update alarms set handed_over_by = claimed_by`);
  await send([moved(60.15)]);
  expect(announced()).toMatchObject([{ handedOverBy: { name: 'Kari Nes' } }]);
  await opened.db.update(alarms).set({ state: 'reset', handedOverBy: null });
  await send([moved(60.2)]);
  expect(announced()).toEqual([]);
});

test('a device without an alarm, or one heard without a position, announces nothing', async () => {
  await send([sosSample({ position: position(59.9) })]);
  await send([moved(60.1)], other);
  expect(announced()).toEqual([]);
  await send([sampleOf({ metyId: metyId.heartbeat })]);
  expect(announced()).toEqual([]);
});

test('a position from before the alarm is not its latest position', async () => {
  await send([sosSample({ position: position(59.9), at: processing.clock.now() + minute })]);
  await send([moved(60.1, processing.clock.now() - 5 * minute)]);
  expect(announced()).toEqual([]);
});

test("an alarm of a former wearer does not show the present wearer's position", async () => {
  await send([sosSample({ position: position(59.9) })]);
  const at = new Date(processing.clock.now() + 1);
  const { deviId } = device;
  const [former] = await opened.db
    .update(deviceAssignments)
    .set({ endsAt: at })
    .where(eq(deviceAssignments.deviId, deviId))
    .returning();
  await opened.db.insert(deviceAssignments).values({ deviId, custId: former?.custId ?? 0, beginsAt: at });
  await send([moved(60.1)]);
  expect(announced()).toEqual([]);
});

test('20 alarms of one batch cost as many statements as one alarm', async () => {
  const { db } = opened;
  const custId = await createCustomer(db);
  const { bus, clock } = processing;
  const statements = vi.spyOn(Object.getPrototypeOf(db._.session), 'prepareQuery');
  const costOf = async (alarmCount: number): Promise<number> => {
    const uplinks = [];
    for (let number = 0; number < alarmCount; number++) {
      const { identity } = await createDevice(db, { custId });
      uplinks.push(messageUplink(identity, clock.now(), [sosSample()]));
    }
    processing.events.length = 0;
    statements.mockClear();
    const input = { uplinks, woken: new Set<number>(), offers: createOffers(), clock, carries };
    await commitBatch({ db, bus }, input);
    expect(announced()).toHaveLength(alarmCount);
    return statements.mock.calls.length;
  };
  expect(await costOf(20)).toBe(await costOf(1));
  statements.mockRestore();
});
