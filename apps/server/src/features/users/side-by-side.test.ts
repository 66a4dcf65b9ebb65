import { createCustomer, createUser, type TestUser } from '@varde/testing/factories';
import { createJobRunner } from '@varde/testing/job-runner';
import { mailsIn } from '@varde/testing/messages';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { userPolicies, users } from '#domain/accounts/tables.ts';
import { verifyAuditChain } from '#domain/audit/audit-verification.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { systemClock } from '#platform/clock/clock.ts';
import { invitationMails } from '../../jobs/invitation-mails.ts';

let server: TestServer;
let custId: number;
let nurse: TestUser;
let administrators: string[];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  custId = await createCustomer(server.db);
  nurse = await createUser(server.db, { role: 'TRACKER', custId });
  administrators = await Promise.all(
    [1, 2, 3].map(async () => server.loginAs(await createUser(server.db, { role: 'SUPERFIRM', custId }))),
  );
});

const details = () => ({
  firstName: 'Ny',
  lastName: 'Ny',
  mobile: null,
  language: 'nb',
  custId,
  temporaryUntil: null,
});
const entries = async (action: string) =>
  (
    await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, action))
      .orderBy(asc(auditEntries.auditId))
  ).map(({ content }) => JSON.parse(content ?? '{}'));

test('a click that arrives twice adds one user and one mail', async () => {
  const body = { ...details(), username: 'ny@test.example', policies: [{ role: 'TRACKER', custId }] };
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => server.call('POST', '/ajax/users', { as: administrators[0] ?? '', body })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  expect(await server.db.select().from(users).where(eq(users.username, 'ny@test.example'))).toHaveLength(1);
  const run = createJobRunner(server, systemClock);
  await Promise.all([run(invitationMails), run(invitationMails)]);
  expect(await mailsIn(server.db)).toHaveLength(1);
  expect(await entries('user.created')).toHaveLength(1);
});

test('concurrent changes of one user by administrators run one after another, and the log has each step', async () => {
  const roles = ['FIRM', 'RESTRICTED_USER', 'TRACKER'] as const;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      n % 2 === 0
        ? server.call('PUT', `/ajax/users/${nurse.userId}/policies`, {
            as: administrators[n % 3] ?? '',
            body: { policies: [{ role: roles[n % 3], custId }] },
          })
        : server.call('PUT', `/ajax/users/${nurse.userId}`, {
            as: administrators[n % 3] ?? '',
            body: { ...details(), firstName: `Navn ${n}` },
          }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  const held = await server.db.select().from(userPolicies).where(eq(userPolicies.userId, nurse.userId));
  expect(held).toHaveLength(1);
  const names = (await entries('user.changed')).map(({ before, after }) => [before.firstName, after.firstName]);
  for (const [at, [before]] of names.entries()) if (at > 0) expect(before).toBe(names[at - 1]?.[1]);
  const [row] = await server.db.select().from(users).where(eq(users.userId, nurse.userId));
  expect(row?.firstName).toBe(names.at(-1)?.[1]);
  const steps = await entries('user.policies');
  for (const [at, { before }] of steps.entries()) if (at > 0) expect(before.taken).toEqual(steps[at - 1]?.after.given);
  expect(steps.at(-1)?.after.given).toEqual(held.map(({ role }) => ({ role, custId })));
  expect(await verifyAuditChain(server.db)).toMatchObject({ intact: true });
});
