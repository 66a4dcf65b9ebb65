import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { and, eq, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '#platform/database/database.ts';
import { presentAssignmentId } from '../devices/device-note.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { deviceAssignments, devices } from '../devices/tables.ts';
import { beginAssignment } from '../life/begin-assignment.ts';
import { replaceDevice } from '../life/replace-device.ts';
import { linkTwins, separateTwins, swapTwins } from '../life/twins.ts';
import { effectiveList, removeList, saveList } from './lists.ts';
import { notificationLists } from './tables.ts';

let opened: OpenDatabase;
let userId: number;
let customers: [number, number];
const at = new Date(5000);
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

/** Three units without lists of one customer. */
async function createUnits(): Promise<number[]> {
  await clearTables(opened.db);
  userId = (await createUser(opened.db)).userId;
  customers = [await createCustomer(opened.db), await createCustomer(opened.db)];
  const units: number[] = [];
  for (const deviceName of ['a', 'b', 'c'])
    units.push((await createDevice(opened.db, { custId: customers[0], dehaId: 34, deviceName })).deviId);
  return units;
}

async function rowOf(deviId: number): Promise<DeviceRecord> {
  const [row] = await opened.db.select().from(devices).where(eq(devices.deviId, deviId));
  if (row === undefined) throw new Error(`no device ${deviId}`);
  return row;
}
const ownListOf = async (deviId: number) => (await rowOf(deviId)).ownListId;
const pairOf = async (master: number, clone: number) => ({
  master: await rowOf(master),
  clone: await rowOf(clone),
});
const ownerOf = async (deviId: number) => ({
  assignmentId: await presentAssignmentId(opened.db, deviId),
  deviId,
});
const save = async (deviId: number) =>
  saveList(opened.db, await ownerOf(deviId), { rev: 0, receivers: [], at, userId });

/** The list of an entry's present wearer, read from the lists themselves. */
async function listOfWearer({ deviId, twin, twinDevice }: DeviceRecord): Promise<number | null> {
  const entry = twin === 'CLONE' ? (twinDevice ?? 0) : deviId;
  const [list] = await opened.db
    .select({ listId: notificationLists.listId })
    .from(notificationLists)
    .innerJoin(deviceAssignments, eq(deviceAssignments.assignmentId, notificationLists.assignmentId))
    .where(and(eq(deviceAssignments.deviId, entry), isNull(deviceAssignments.endsAt)));
  return list?.listId ?? null;
}

describe('the own list in the row of a unit', () => {
  let [unit, other]: number[] = [];
  beforeEach(async () => {
    [unit, other] = await createUnits();
  });
  const units = () => [unit ?? 0, other ?? 0] as const;

  test('is the one that its present wearer has, until it is removed or another wears the unit', async () => {
    const [deviId, beside] = units();
    await save(deviId);
    const first = await ownListOf(deviId);
    expect([typeof first, await ownListOf(beside)]).toEqual(['number', null]);
    await removeList(opened.db, await ownerOf(deviId));
    expect(await ownListOf(deviId)).toBe(null);
    await save(deviId);
    const left = (await ownListOf(deviId)) ?? 0;
    expect(left).toBeGreaterThan(first ?? 0);
    await opened.db.update(devices).set({ custId: customers[1] }).where(eq(devices.deviId, deviId));
    expect(await ownListOf(deviId)).toBe(null);
    await save(deviId);
    const next = await ownListOf(deviId);
    await opened.db.delete(notificationLists).where(eq(notificationLists.listId, left));
    expect(await ownListOf(deviId), 'the list of the one before is erased').toBe(next);
  });

  test('is that of the master for a clone, and goes with the wearer when they are swapped', async () => {
    const [master, clone] = units();
    await save(clone);
    await linkTwins(opened.db, await pairOf(master, clone));
    expect([await ownListOf(master), await ownListOf(clone)]).toEqual([null, null]);
    await save(master);
    const listId = await ownListOf(master);
    expect([typeof listId, await ownListOf(clone)]).toEqual(['number', listId]);
    await swapTwins(opened.db, await pairOf(master, clone), { userId, at }, {});
    expect([await ownListOf(master), await ownListOf(clone)]).toEqual([listId, listId]);
    await separateTwins(opened.db, await pairOf(clone, master), { userId, at });
    expect([await ownListOf(master), await ownListOf(clone)]).toEqual([null, listId]);
  });
});

test('the own list in the row of a unit is that of its wearer, and the one by which its alarms are told, whatever happens to units, pairs and lists', async () => {
  const unit = fc.nat(2);
  const happening = fc.oneof(
    fc.tuple(fc.constantFrom('save', 'remove', 'move', 'hand over', 'apart', 'swap', 'delete'), unit, unit),
    fc.tuple(fc.constantFrom('pair', 'replace'), unit, unit),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 4, maxLength: 14 }), async (happenings) => {
      const units = await createUnits();
      for (const [what, one, another] of happenings) await happen(what, units[one] ?? 0, units[another] ?? 0);
      for (const row of await opened.db.select().from(devices)) {
        const unit = `unit ${units.indexOf(row.deviId)}`;
        expect(row.ownListId, unit).toBe(await listOfWearer(row));
        const { assignmentId } = await ownerOf(row.deviId);
        const { source } = await effectiveList(opened.db, { assignmentId, custId: row.custId, at });
        expect(source.kind, `an alarm of ${unit}`).toBe(row.ownListId === null ? 'none' : 'device');
      }
    }),
    { numRuns: 40 },
  );
});

/** What is impossible is left out. */
async function happen(what: string, deviId: number, anotherId: number): Promise<void> {
  const { db } = opened;
  const [one] = await db.select().from(devices).where(eq(devices.deviId, deviId));
  const [another] = await db.select().from(devices).where(eq(devices.deviId, anotherId));
  if (one === undefined || another === undefined) return;
  const pair = one.twin === 'MASTER' ? await pairOf(deviId, one.twinDevice ?? 0) : null;
  const areTwoAlone = deviId !== anotherId && one.twin === 'NONE' && another.twin === 'NONE';
  const custId = one.custId === customers[0] ? customers[1] : customers[0];
  if (what === 'save') await save(deviId);
  if (what === 'remove') await removeList(db, await ownerOf(deviId));
  if (what === 'move')
    for (const id of pair ? [deviId, pair.clone.deviId] : one.twin === 'NONE' ? [deviId] : [])
      await db.update(devices).set({ custId }).where(eq(devices.deviId, id));
  if (what === 'hand over') await beginAssignment(db, { deviId, custId: one.custId, at: new Date() });
  if (what === 'apart' && pair) await separateTwins(db, pair, { userId, at });
  if (what === 'swap' && pair) await swapTwins(db, pair, { userId, at }, {});
  if (what === 'delete' && one.twin === 'NONE') await db.delete(devices).where(eq(devices.deviId, deviId));
  if (what === 'pair' && areTwoAlone && one.custId === another.custId)
    await linkTwins(db, { master: one, clone: another });
  if (what === 'replace' && areTwoAlone)
    await replaceDevice(db, { device: one, unit: another, userId, at: new Date() }, {});
}
