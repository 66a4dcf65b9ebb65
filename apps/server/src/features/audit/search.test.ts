import { auditActions } from '@varde/catalogue/audit-actions';
import { createCustomer, createUser, type TestUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { desc } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditEntry, noActor, recordAllAudit } from '#domain/audit/audit.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import type { Caller } from '#platform/caller.ts';
import { paidBy } from '#platform/database/paid-time.ts';
import { listEntries } from './store.ts';

const looks = new Set<string>(auditActions.filter(({ read }) => read).map(({ key }) => key));
const many = 9_000;

let server: TestServer;
let admin: string;
let manager: string;
let ids: { city: number; home: number; other: number };
let staff: TestUser[];

/** A long log: mostly looks of one user, few changes, and fewer entries of the others. */
const entryNumber = (n: number): AuditEntry => ({
  action: n % 700 === 0 ? 'alarm.claimed' : n % 3 === 0 ? 'device.read' : 'positions.read',
  at: new Date(),
  by: { ...noActor, userId: staff[n % 900 === 0 ? 1 : n % 1_300 === 0 ? 2 : 0]?.userId ?? null },
  custId: n % 5 === 0 ? ids.other : n % 2 === 0 ? ids.home : ids.city,
});

beforeAll(async () => {
  server = await startTestServer();
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db);
  const home = await createCustomer(db, { kind: 'home', parentId: city });
  ids = { city, home, other: await createCustomer(db) };
  const usernames = ['kari@post.example', 'kari.vakt@post.example', 'ola@post.example'];
  staff = [];
  for (const name of usernames) staff.push(await createUser(db, { role: 'RESTRICTED_USER', custId: home }, name));
  admin = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: null }));
  manager = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: city }));
  const entries = Array.from({ length: many }, (_, n) => entryNumber(n));
  for (let n = 0; n < many; n += 1_000) await recordAllAudit(db, entries.slice(n, n + 1_000));
});
afterAll(() => server.close());

interface Asked {
  user?: string | undefined;
  kind?: 'looks' | 'changes' | undefined;
  action?: 'alarm.claimed' | 'device.read' | undefined;
  custId?: number | undefined;
}

const queryOf = (asked: Asked, more: Record<string, string>) =>
  new URLSearchParams({
    ...Object.fromEntries(Object.entries(asked).flatMap(([key, value]) => (value ? [[key, String(value)]] : []))),
    ...more,
  });

test('pages of a search have together what one reading of the log has, whatever is asked for and while entries are added', async () => {
  const all = await server.db.select().from(auditEntries).orderBy(desc(auditEntries.auditId));
  const newest = all[0]?.auditId ?? 0;
  const userIds: Record<string, number[]> = {
    'kari@post': [0],
    kari: [0, 1],
    ola: [2],
    'post.example': [0, 1, 2],
    nobody: [],
  };
  const reference = ({ user, kind, action, custId }: Asked, isAdmin: boolean) => {
    const wanted = user && (userIds[user] ?? []).map((at) => staff[at]?.userId);
    const below = custId === ids.city ? [ids.city, ids.home] : [custId];
    return all
      .filter((entry) => isAdmin || entry.custId === ids.city || entry.custId === ids.home)
      .filter((entry) => !wanted || wanted.includes(entry.userId ?? 0))
      .filter((entry) => kind === undefined || looks.has(entry.action) === (kind === 'looks'))
      .filter((entry) => action === undefined || entry.action === action)
      .filter((entry) => custId === undefined || below.includes(entry.custId ?? 0))
      .map(({ auditId }) => auditId);
  };
  await fc.assert(
    fc.asyncProperty(
      fc.record<Asked>({
        user: fc.constantFrom(undefined, ...Object.keys(userIds)),
        kind: fc.constantFrom(undefined, 'looks' as const, 'changes' as const),
        action: fc.constantFrom(undefined, 'alarm.claimed' as const, 'device.read' as const),
        custId: fc.constantFrom(undefined, ids.city, ids.home),
      }),
      fc.boolean(),
      async (asked, isAdmin) => {
        const found: number[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const query = queryOf(asked, { limit: '500', ...(cursor && { cursor }) });
          const answer = await server.call('GET', `/ajax/audit?${query}`, { as: isAdmin ? admin : manager });
          const { entries, nextCursor } = answer.body as { entries: { auditId: number }[]; nextCursor: string | null };
          found.push(...entries.map(({ auditId }) => auditId).filter((auditId) => auditId <= newest));
          cursor = nextCursor;
          await recordAllAudit(server.db, [entryNumber(1), entryNumber(900)]);
        }
        expect(found).toEqual(reference(asked, isAdmin));
      },
    ),
    { numRuns: 25 },
  );
});

test('a search of the log is read in steps, between which others have their turn, and one for nobody reads none of it', async () => {
  const caller = { scopeOf: () => 'all' } as unknown as Caller;
  const stepsOf = async (asked: Asked) => {
    let steps = 0;
    const enter = async () => {
      steps += 1;
      return () => undefined;
    };
    const query = { ...asked, limit: 10 };
    const list = () => listEntries(server.db, caller, query, { belowId: undefined, exportId: null });
    await paidBy({ enter }, list);
    return steps;
  };
  expect(await stepsOf({ user: 'kari', kind: 'changes', action: 'device.read' })).toBeGreaterThan(2);
  expect(await stepsOf({ kind: 'changes', user: 'kari.vakt' })).toBe(3);
  expect(await stepsOf({ kind: 'changes' })).toBeGreaterThan(many / 2_000);
  expect(await stepsOf({ user: 'nobody' })).toBe(2);
  expect(await stepsOf({ action: 'alarm.claimed' })).toBe(1);
});
