import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';

let server: TestServer;
let city: number;
let home: number;
let deviId: number;
const as = { nurse: '', manager: '' };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  city = await createCustomer(db, { firmName: 'Solvik kommune' });
  home = await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Solvik sykehjem' });
  ({ deviId } = await createDevice(db, { custId: home }));
  as.nurse = await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: home }));
  as.manager = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: city }));
});

const kari = {
  ...{ name: 'Kari', mobile: '+4791234567', email: null, events: [], channels: ['sms'] },
  ...{ hours: null, waitSeconds: 60 },
};
const vakt = { ...kari, name: 'Vakt', mobile: '+4790000009', events: ['fire'] };
const ofDevice = () => `/ajax/eventSetup/devices/${deviId}`;
const ofCustomer = (custId: number) => `/ajax/eventSetup/customers/${custId}`;
const save = (path: string, body: object, who = as.manager) =>
  server.call('PUT', path, { as: who, body: { rev: 0, receivers: [kari], ...body } });
const read = async (path: string, who = as.nurse) => (await server.call('GET', path, { as: who })).body;

describe('whether a list goes on with the one above', () => {
  test('is saved and read with it, and stays when a save does not say it', async () => {
    expect(await read(ofDevice())).toMatchObject({ continueAbove: false, above: [] });
    const first = (await save(ofDevice(), { continueAbove: true }, as.nurse)).body;
    expect(first).toMatchObject({ continueAbove: true });
    const second = (await save(ofDevice(), { rev: first.rev }, as.nurse)).body;
    expect(second).toMatchObject({ continueAbove: true });
    const third = await save(ofDevice(), { rev: second.rev, continueAbove: false }, as.nurse);
    expect(third.body).toMatchObject({ continueAbove: false });
    expect((await save(ofCustomer(home), { continueAbove: true })).body).toMatchObject({
      continueAbove: true,
    });
  });

  test('is no by itself, also for a list that takes the place of one that goes on', async () => {
    await save(ofCustomer(city), {});
    await save(ofCustomer(home), { continueAbove: true });
    expect(await read(ofDevice())).toMatchObject({ continueAbove: true });
    expect((await save(ofDevice(), {}, as.nurse)).body).toMatchObject({ continueAbove: false });
  });

  test.each([['yes'], [null], [1]])('is refused when it is %o', async (continueAbove) => {
    expect(await save(ofDevice(), { continueAbove })).toMatchObject({
      ...{ status: 400, body: { errors: [{ path: 'continueAbove' }] } },
    });
  });

  test('is in the audit log', async () => {
    await save(ofDevice(), { continueAbove: true }, as.nurse);
    const entries = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'eventSetup.saved'));
    expect(JSON.parse(entries.at(-1)?.content ?? '')).toMatchObject({
      after: { receiverCount: 1, continueAbove: true },
    });
  });

  test('is not for private users to change', async () => {
    const custId = await createCustomer(server.db, { kind: 'private' });
    ({ deviId } = await createDevice(server.db, { custId }));
    const daughter = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId }));
    as.manager = await server.loginAs(await createUser(server.db, { role: 'SUPERAHP', custId: null }));
    const refused = { status: 400, body: { errors: [{ path: 'continueAbove' }] } };
    expect(await save(ofDevice(), { continueAbove: true }, daughter)).toMatchObject(refused);
    const { rev } = (await save(ofDevice(), { continueAbove: true })).body;
    expect(await save(ofDevice(), { rev, continueAbove: false }, daughter)).toMatchObject(refused);
    expect((await save(ofDevice(), { rev, continueAbove: true }, daughter)).status).toBe(200);
  });
});

describe('the lists above one', () => {
  test('are named in their order, with what decides who is told, and without names, numbers and addresses', async () => {
    await save(ofCustomer(city), { receivers: [vakt] });
    await save(ofCustomer(home), { continueAbove: true });
    await save(ofDevice(), {}, as.nurse);
    const rules = {
      leftOut: null,
      hasMobile: true,
      hasEmail: false,
      hasBrowser: false,
      withdrawn: [],
      channels: ['sms'],
      hours: null,
    };
    expect((await read(ofDevice())).above).toEqual([
      { custId: home, customerName: 'Solvik sykehjem', receivers: [{ ...rules, events: [] }] },
      { custId: city, customerName: 'Solvik kommune', receivers: [{ ...rules, events: ['fire'] }] },
    ]);
    expect((await read(ofCustomer(city), as.manager)).above).toEqual([]);
  });

  test('end with one that does not go on', async () => {
    await save(ofCustomer(city), { receivers: [vakt] });
    await save(ofCustomer(home), {});
    await save(ofDevice(), { continueAbove: true }, as.nurse);
    const { above } = await read(ofDevice());
    expect(above.map(({ custId }: { custId: number }) => custId)).toEqual([home]);
  });
});

test('lists above one another form no circle: no customer is moved below itself', async () => {
  const outer = await createCustomer(server.db, { kind: 'district', parentId: city });
  const inner = await createCustomer(server.db, { kind: 'district', parentId: outer });
  for (const custId of [outer, inner]) await save(ofCustomer(custId), { continueAbove: true });
  const moved = await server.call('POST', `/ajax/customers/${outer}/move`, {
    ...{ as: as.manager, body: { parentId: inner } },
  });
  expect(moved).toMatchObject({
    status: 409,
    body: { code: 'misplacedCustomer', errors: [{ message: 'it would stand below itself' }] },
  });
});
