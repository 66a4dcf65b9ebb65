import { metyId } from '@varde/catalogue/message-types';
import { allowed, type Policy, type UserPolicy } from '@varde/catalogue/permissions';
import { createCustomer, createDevice } from '@varde/testing/factories';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { and, asc } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#platform/caller.ts';
import type { OpenDatabase } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { type Assignment, assignmentAt, laterCustomers } from '../devices/assignments.ts';
import { deviceAssignments } from '../devices/tables.ts';
import { maySeeLive, withinHistory } from './history-condition.ts';
import { transactions } from './tables.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const policy = 'DEVICE_TRANSACTION_LOG';

type Sight = Pick<Caller, 'scopeOf' | 'may'>;

function callerWith(policies: readonly UserPolicy[], custIds: readonly number[]): Caller {
  const may = (wanted: Policy, custId: number) => allowed({ policies }, wanted, [custId]);
  const sight: Sight = { may, scopeOf: (wanted) => custIds.filter((custId) => may(wanted, custId)) };
  return sight as Caller;
}

test('history and live channel show every caller the same of a device, after any handovers', async () => {
  const handovers = fc.array(fc.nat(2), { minLength: 1, maxLength: 5 });
  const role = fc.constantFrom('RESTRICTED_USER' as const, 'SUPERFIRM' as const, null);
  await fc.assert(
    fc.asyncProperty(handovers, fc.tuple(role, role, role), async (customers, held) => {
      const { db } = opened;
      await clearTables(db);
      const custIds = [await createCustomer(db), await createCustomer(db), await createCustomer(db)];
      const { deviId } = await createDevice(db, { custId: custIds[0] ?? 0 });
      const policies = held.flatMap((each, index) =>
        each === null ? [] : [{ role: each, custId: custIds[index] ?? 0 }],
      );
      const caller = callerWith(policies, custIds);
      await db.delete(deviceAssignments);
      const made = await db
        .insert(deviceAssignments)
        .values(
          customers.map((which, day) => ({
            deviId,
            custId: custIds[which] ?? 0,
            beginsAt: new Date(Date.UTC(2026, 0, day + 1)),
            endsAt: day + 1 < customers.length ? new Date(Date.UTC(2026, 0, day + 2)) : null,
          })),
        )
        .returning();
      const assignments: Assignment[] = made.map((row) => ({ ...row, beginsAt: row.beginsAt.getTime() })).toReversed();
      // Both sides of each boundary; each row once as stored, and once without its assignment.
      const rows = assignments.flatMap(({ beginsAt }) =>
        [beginsAt - 1, beginsAt].flatMap((at) => {
          const { custId, assignmentId } = assignmentAt(assignments, at);
          return [assignmentId, null].map((named) => ({ at, custId, assignmentId, named }));
        }),
      );
      const beginning = Math.min(...assignments.map(({ beginsAt }) => beginsAt));
      const shownRows = rows.filter(({ at }) => at >= beginning);
      await db.insert(transactions).values(
        shownRows.map(({ at, custId, named }, index) => ({
          tranId: index,
          recTs: new Date(at),
          deviId,
          dehaId: 23,
          custId,
          assignmentId: named,
          metyId: metyId.position,
          tranSource: 1,
        })),
      );
      const { custId, assignmentId, recTs, tranId } = transactions;
      const shown = await db
        .select({ tranId })
        .from(transactions)
        .where(
          and(
            withinScope(custId, caller.scopeOf(policy)),
            withinHistory(caller, policy, { deviId, custId, assignmentId, time: recTs }),
          ),
        )
        .orderBy(asc(tranId));
      const live = shownRows.flatMap((row, index) => {
        const laterCustIds = laterCustomers(assignments, row.assignmentId);
        return maySeeLive(caller, policy, { custId: row.custId, laterCustIds }) ? [index] : [];
      });
      expect(shown.map((row) => row.tranId)).toEqual(live);
    }),
    { numRuns: 40 },
  );
});
