import { api } from '@varde/contract/api';
import type { Endpoint } from '@varde/contract/endpoint';
import { createAlarm, createCustomer, createDevice, createTransaction, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { users } from '#domain/accounts/tables.ts';
import { recordAudit } from '#domain/audit/audit.ts';

const secret = 'Hemmelig';
let server: TestServer;
/** The paths hold the caller's own ids, the queries those of another customer. */
let own: { [name: string]: number | string };
let foreign: { [name: string]: number | string };
let as: string;

async function world(name: string) {
  const { db } = server;
  const custId = await createCustomer(db, { firmName: `${name} kunde` });
  const home = await createCustomer(db, { firmName: `${name} hjem`, kind: 'home', parentId: custId });
  const { deviId } = await createDevice(db, {
    custId: home,
    deviceName: `${name} enhet`,
    serial: `${name}1`,
  });
  const tranId = await createTransaction(db, { deviId, custId: home });
  const alarmId = await createAlarm(db, { deviId, custId: home, tranId });
  const { userId } = await createUser(db, { role: 'SUPERFIRM', custId });
  await db
    .update(users)
    .set({ lastName: `${name} bruker` })
    .where(eq(users.userId, userId));
  const by = { userId, address: `${name} adresse`, context: 'PROFFWEB' as const };
  const subject = { kind: 'customer' as const, id: custId };
  await recordAudit(db, { action: 'customer.changed', at: new Date(), by, custId, subject });
  return { custId, parentId: custId, deviId, tranId, alarmId, userId, serial: `${name}1`, search: name };
}

beforeAll(async () => {
  server = await startTestServer();
  own = await world('Egen');
  foreign = await world(secret);
  as = await server.loginAs({ userId: Number(own.userId) });
});
afterAll(() => server.close());

const reads = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls)
    .filter(([, { method }]: [string, Endpoint]) => method === 'GET')
    .map(([name, endpoint]: [string, Endpoint]) => ({ name: `${group}.${name}`, endpoint })),
);

const names = ['custId', 'parentId', 'deviId', 'tranId', 'alarmId', 'userId', 'serial', 'search'];

/** The fields of a call's query that name a customer, a device, a person or an alarm. */
const namingFieldsOf = ({ query }: Endpoint): string[] =>
  query === undefined
    ? []
    : Object.keys(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {}).filter((field) =>
        names.includes(field),
      );
const tried = reads.filter(({ endpoint }) => namingFieldsOf(endpoint).length > 0);

test.each(tried)('$name reveals nothing for the ids, numbers and names of another customer', async ({ endpoint }) => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_whole, name: string) => String(own[name]));
  for (const field of namingFieldsOf(endpoint)) {
    const answer = await server.call('GET', `${path}?${field}=${foreign[field]}`, { as });
    expect(answer.status, field).toBeLessThan(500);
    expect(JSON.stringify(answer.body), field).not.toContain(secret);
  }
});

test('and finds the caller’s own by them, so that this proves something', async () => {
  const found = await Promise.all(
    ['devices', 'users', 'customers'].map((list) => server.call('GET', `/ajax/${list}?search=Egen`, { as })),
  );
  for (const { body } of found) expect(JSON.stringify(body)).toContain('Egen');
  expect(tried.length).toBeGreaterThan(5);
});
