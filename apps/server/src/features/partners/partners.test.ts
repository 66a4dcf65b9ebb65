import { type Policy, policies, type Role, roles } from '@varde/catalogue/permissions';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerRolePolicies, partnerPrices } from '#domain/customers/tables.ts';

let server: TestServer;
let ids: { partner: number; other: number; city: number };
const as = { seller: '', manager: '', admin: '', city: '', stranger: '' };
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const partner = await createCustomer(db, { kind: 'partner', firmName: 'Solvik alarmsentral' });
  const other = await createCustomer(db, { kind: 'partner', firmName: 'Trygg sentral' });
  const city = await createCustomer(db, { parentId: partner });
  ids = { partner, other, city };
  const home = await createCustomer(db, { kind: 'home', parentId: city });
  for (const custId of [partner, city, home]) await createDevice(db, { custId });
  const login = async (role: Role, custId: number | null) => server.loginAs(await createUser(db, { role, custId }));
  as.seller = await login('RESTRICTED_USER', partner);
  as.manager = await login('SUPERFIRM', partner);
  as.admin = await login('SUPERFIRM', null);
  as.city = await login('SUPERFIRM', city);
  as.stranger = await login('SUPERFIRM', other);
});

const list = (who: string) => server.call('GET', '/ajax/partners', { as: who });
const pathOf = (custId: number) => `/ajax/partners/${custId}/prices`;
const prices = (who: string, custId = ids.partner) => server.call('GET', pathOf(custId), { as: who });
const save = (who: string, dehaId: number | string, amounts: object, custId = ids.partner) =>
  server.call('PUT', `${pathOf(custId)}/${dehaId}`, { as: who, body: { amounts } });
const stored = () => server.db.select().from(partnerPrices);
const abilitiesOf = async (who: string) => (await server.call('GET', '/ajax/session', { as: who })).body.abilities;

describe('partners', () => {
  test('are listed by name to those who hold the policy there, with what is below them', async () => {
    expect((await list(as.seller)).body).toEqual({
      nextCursor: null,
      partners: [
        {
          ...{ custId: ids.partner, firmName: 'Solvik alarmsentral', orgNumber: null },
          ...{ customerCount: 2, deviceCount: 3, abilities: ['prices'] },
        },
      ],
    });
    const names = (body: { partners: { firmName: string }[] }) => body.partners.map(({ firmName }) => firmName);
    expect(names((await list(as.admin)).body)).toEqual(['Solvik alarmsentral', 'Trygg sentral']);
    expect(names((await list(as.stranger)).body)).toEqual(['Trygg sentral']);
    expect(names((await list(as.city)).body)).toEqual([]);
  });

  test('come a page at a time', async () => {
    const first = await server.call('GET', '/ajax/partners?limit=1', { as: as.admin });
    const { partners, nextCursor } = first.body;
    const second = await server.call('GET', `/ajax/partners?limit=1&cursor=${nextCursor}`, { as: as.admin });
    expect([...partners, ...second.body.partners].map(({ custId }) => custId)).toEqual([ids.partner, ids.other]);
    expect(second.body.nextCursor).toBeNull();
  });

  test('are an area of the console for those who work at a partner or for all, and for nobody else', async () => {
    for (const who of [as.seller, as.manager, as.admin]) expect(await abilitiesOf(who)).toContain('partners');
    expect(await abilitiesOf(as.city)).not.toContain('partners');
  });
});

describe('the price list of a partner', () => {
  test('has prices by type of device and service, in the currency of its market, and is empty at first', async () => {
    const none = { custId: ids.partner, firmName: 'Solvik alarmsentral', currency: 'NOK' };
    expect((await prices(as.seller)).body).toEqual({ ...none, prices: [], mayEdit: false });
    const { status, body } = await save(as.manager, 34, { rent: 29_950, purchase: 0 });
    const kept = [
      { dehaId: 34, service: 'purchase', amount: 0 },
      { dehaId: 34, service: 'rent', amount: 29_950 },
    ];
    expect([status, body]).toEqual([200, { ...none, prices: kept, mayEdit: true }]);
    expect((await prices(as.seller)).body).toMatchObject({ prices: kept });
    expect((await prices(as.stranger, ids.other)).body).toMatchObject({ prices: [] });
    await server.db.execute(`update customers set market = 4 where cust_id = ${ids.partner}`);
    expect((await prices(as.seller)).body).toMatchObject({ currency: 'SEK' });
  });

  test('[C3.13] takes 0 for all types of device and -1 for those without a price of their own, and no other number without a type', async () => {
    for (const dehaId of [0, -1]) expect((await save(as.manager, dehaId, { rent: 1 })).status).toBe(200);
    for (const dehaId of [-2, 6, 999, '1.5', 'x', ''])
      expect((await save(as.manager, dehaId, { rent: 1 })).status, `${dehaId}`).toBeOneOf([400, 404]);
    expect((await stored()).map(({ dehaId }) => dehaId).sort()).toEqual([-1, 0]);
  });

  test('keeps the prices that a change does not name, and loses those that are taken away', async () => {
    await save(as.manager, 34, { rent: 29_900, installation: 50_000 });
    await save(as.manager, 23, { rent: 19_900 });
    await save(as.manager, 34, { rent: null, subscription: 9900 });
    expect((await prices(as.seller)).body.prices).toEqual([
      { dehaId: 23, service: 'rent', amount: 19_900 },
      { dehaId: 34, service: 'installation', amount: 50_000 },
      { dehaId: 34, service: 'subscription', amount: 9900 },
    ]);
  });

  test('is audited when it changes, with the prices before and after, and not when it stays', async () => {
    await save(as.manager, 34, { rent: 29_950 });
    await save(as.manager, 34, { rent: 29_950 });
    await save(as.manager, 34, { rent: null });
    const entries = (await server.db.select().from(auditEntries)).map(({ content }) => JSON.parse(content));
    const saved = entries.filter(({ action }) => action === 'partnerPrices.saved');
    expect(saved).toMatchObject([
      { custId: ids.partner, before: { dehaId: 34, rent: null }, after: { dehaId: 34, rent: '299.50 NOK' } },
      { custId: ids.partner, before: { dehaId: 34, rent: '299.50 NOK' }, after: { dehaId: 34, rent: null } },
    ]);
  });

  test.each([
    ['a negative price', { rent: -1 }, 'amounts.rent'],
    ['a part of a hundredth', { rent: 1.5 }, 'amounts.rent'],
    ['more than ten million', { rent: 1_000_000_001 }, 'amounts.rent'],
    ['text', { rent: '100' }, 'amounts.rent'],
  ])('does not take %s, and nothing of such a save is kept', async (_, amounts, path) => {
    const { status, body } = await save(as.manager, 34, { purchase: 1, ...amounts });
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'validationFailed', path]);
    expect(await stored()).toEqual([]);
  });

  test('is kept by who administers the partner, and by nobody else who sees it', async () => {
    for (const who of [as.manager, as.admin]) expect((await save(who, 34, { rent: 1 })).status).toBe(200);
    for (const who of [as.seller, as.stranger, as.city])
      expect((await save(who, 34, { rent: 2 })).status).toBeOneOf([403, 404]);
    expect(await stored()).toMatchObject([{ amount: 1 }]);
  });

  test('is none of another partner, of customers below, or of a customer that is no partner', async () => {
    await save(as.manager, 34, { rent: 1 });
    for (const who of [as.stranger, as.city]) expect((await prices(who)).status).toBe(404);
    expect((await prices(as.admin, ids.city)).status).toBe(404);
    expect((await save(as.admin, 34, { rent: 1 }, ids.city)).status).toBe(404);
  });
});

describe('[C6.41] by the roles at the partner', () => {
  const users: Role[] = ['SUPERAHP', 'AHP', 'SUPERFIRM', 'FIRM', 'RESTRICTED_USER'];
  const seen = async (who: string) => (await list(who)).body.partners?.some((one: object) => 'custId' in one) ?? false;
  test.each<[string, Policy, (who: string) => Promise<boolean>]>([
    ['partner', 'PARTNER', seen],
    ['partner prices', 'PARTNER_PRICES', async (who) => (await prices(who)).status === 200],
  ])('%s: %s is held by those above the trackers, and asked alone', async (_, policy, probe) => {
    for (const { key: role } of roles) {
      const who = await server.loginAs(await createUser(server.db, { role, custId: ids.partner }));
      expect([role, await probe(who)]).toEqual([role, users.includes(role)]);
    }
    const withPolicies = async (held: Policy[]) => {
      const given = { custId: ids.partner, role: 'TRACKER', status: 'active', information: 'all' } as const;
      await server.db.delete(customerRolePolicies);
      await server.db.insert(customerRolePolicies).values(held.map((one) => ({ ...given, policy: one })));
      const user = await createUser(server.db, { role: 'TRACKER', custId: ids.partner });
      await server.db.insert(userPolicies).values({ userId: user.userId, role: 'RESTRICTED_USER', custId: ids.city });
      return server.loginAs(user);
    };
    const others = (Object.keys(policies) as Policy[]).filter((one) => one !== policy);
    expect(await probe(await withPolicies(others))).toBe(false);
    expect(await probe(await withPolicies([policy]))).toBe(true);
  });
});
