import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { startTestServer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userPolicies } from '#domain/accounts/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerRolePolicies, customers } from '#domain/customers/tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const details = {
  firmName: 'Sørneset',
  market: 1,
  orgNumber: null,
  reference: null,
  address: null,
  billingAddress: null,
  defaultAhp: null,
};
const address = { address1: 'Storgata 1', address2: '', zip: '6003', city: 'Ålesund' };

/** Solvik with a district that has a home, another municipality, and an alarm centre. */
let ids: { solvik: number; district: number; home: number; other: number; partner: number };
let admin: string;
let manager: string;
let nurse: string;

beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const solvik = await createCustomer(db, { firmName: 'Solvik' });
  const district = await createCustomer(db, { firmName: 'Sentrum', kind: 'district', parentId: solvik });
  const home = await createCustomer(db, { firmName: 'Sykehjemmet', kind: 'home', parentId: district });
  const other = await createCustomer(db, { firmName: 'Annen kommune' });
  const partner = await createCustomer(db, { firmName: 'Kystvakt', kind: 'partner' });
  ids = { solvik, district, home, other, partner };
  admin = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: null }));
  manager = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: solvik }));
  nurse = await server.loginAs(await createUser(db, { role: 'RESTRICTED_USER', custId: home }));
});

const get = async (as: string, path = '') => (await server.call('GET', `/ajax/customers${path}`, { as })).body;
const names = (body: { customers: { firmName: string }[] }) => body.customers.map(({ firmName }) => firmName);
const put = (as: string, custId: number, body: object) =>
  server.call('PUT', `/ajax/customers/${custId}`, { as, body: { ...details, ...body } });
const add = (as: string, body: object) => server.call('POST', '/ajax/customers', { as, body: { ...details, ...body } });
const move = (as: string, custId: number, parentId: number | null) =>
  server.call('POST', `/ajax/customers/${custId}/move`, { as, body: { parentId } });

describe('the tree of customers', () => {
  test('begins for each caller with the topmost of their own customers [D2.036]', async () => {
    expect(names(await get(admin))).toEqual(['Annen kommune', 'Kystvakt', 'Solvik']);
    expect(names(await get(manager))).toEqual(['Solvik']);
    const [home] = (await get(nurse)).customers;
    expect(home).toMatchObject({ firmName: 'Sykehjemmet', parentId: null, above: [] });
  });

  test('continues below a customer, with its counts', async () => {
    await createDevice(server.db, { custId: ids.district });
    const body = await get(manager, `?parentId=${ids.solvik}`);
    expect(body.customers).toEqual([
      expect.objectContaining({
        firmName: 'Sentrum',
        childCount: 1,
        deviceCount: 1,
        above: [{ custId: ids.solvik, firmName: 'Solvik' }],
      }),
    ]);
    expect((await server.call('GET', `/ajax/customers?parentId=${ids.other}`, { as: manager })).status).toBe(404);
  });

  test('marks the customers where the caller may hand over devices [D6.020]', async () => {
    const visitor = await createUser(server.db, { role: 'TRACKER', custId: ids.solvik });
    const give = (policy: string, custId: number) => ({
      policy,
      custId,
      role: 'TRACKER',
      status: 'active' as const,
      information: null,
    });
    await server.db
      .insert(customerRolePolicies)
      .values([give('SUB_ORGS', ids.solvik), give('DEVICE_ORGANIZATION', ids.home)]);
    const { customers: rows } = await get(await server.loginAs(visitor), '?search=s');
    const choosable = rows.filter((row: { abilities: string[] }) => row.abilities.includes('receiveDevices'));
    expect(names({ customers: rows })).toEqual(['Sentrum', 'Solvik', 'Sykehjemmet']);
    expect(names({ customers: choosable })).toEqual(['Sykehjemmet']);
  });

  test('is searched by any part of the name or the beginning of the number, within the caller’s customers', async () => {
    await server.db.update(customers).set({ orgNumber: '974760673' }).where(eq(customers.custId, ids.home));
    expect(names(await get(manager, '?search=SYKEHJ'))).toEqual(['Sykehjemmet']);
    expect(names(await get(manager, '?search=974760'))).toEqual(['Sykehjemmet']);
    expect(names(await get(manager, '?search=annen'))).toEqual([]);
    expect(names(await get(admin, '?search=%25'))).toEqual([]);
  });

  test('comes page by page, each customer once', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { customers: { firmName: string }[]; nextCursor: string | null } = await get(
        admin,
        `?limit=1${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...names(page));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['Annen kommune', 'Kystvakt', 'Solvik']);
  });
});

describe('a new customer', () => {
  test('is below the chosen one, and the audit log names its creator', async () => {
    const answer = await add(manager, { kind: 'home', parentId: ids.district, firmName: '  Nytt hjem ' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        firmName: 'Nytt hjem',
        parentId: ids.district,
        above: [{ firmName: 'Solvik' }, { firmName: 'Sentrum' }],
        abilities: ['edit', 'addBelow', 'move', 'receiveDevices'],
      },
    });
    expect(names(await get(manager, `?parentId=${ids.district}`))).toEqual(['Nytt hjem', 'Sykehjemmet']);
    const [entry] = await server.db.select().from(auditEntries);
    expect(entry).toMatchObject({ action: 'customer.created' });
  });

  test('at the top of the tree requires an administrator of everything', async () => {
    expect((await add(manager, { kind: 'municipality', parentId: null })).status).toBe(403);
    expect(await add(admin, { kind: 'municipality', parentId: null })).toMatchObject({
      status: 200,
      body: { parentId: null, above: [] },
    });
  });

  test('below a foreign customer is refused as if that did not exist', async () => {
    expect((await add(manager, { kind: 'district', parentId: ids.other })).status).toBe(404);
    expect((await add(nurse, { kind: 'district', parentId: ids.solvik })).status).toBe(404);
  });

  test('is allowed only where its kind may be', async () => {
    for (const [kind, parentId] of [
      ['district', null],
      ['partner', ids.solvik],
      ['district', ids.home],
    ])
      expect(await add(admin, { kind, parentId })).toMatchObject({
        status: 409,
        body: { code: 'misplacedCustomer' },
      });
  });
});

describe('a customer’s details', () => {
  test('are stored in one form, whatever spaces they were typed with', async () => {
    const answer = await put(manager, ids.district, {
      orgNumber: '974 760 673',
      address,
      billingAddress: { ...address, zip: ' 6003 ' },
      reference: 'Ref 7',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { orgNumber: '974760673', address, billingAddress: address, reference: 'Ref 7' },
    });
    expect(await get(manager, `/${ids.district}`)).toMatchObject({ orgNumber: '974760673' });
  });

  test.each([
    ['a wrong organisation number', { orgNumber: '974760674' }, 'orgNumber'],
    ['a zip code of another market', { market: 4, address }, 'address.zip'],
    ['a market that there is not', { market: 9 }, 'market'],
    ['an empty name', { firmName: '  ' }, 'firmName'],
    ['a name of two lines', { firmName: 'a\nb' }, 'firmName'],
    ['a name too long', { firmName: 'a'.repeat(121) }, 'firmName'],
    ['an address without a city', { address: { ...address, city: '' } }, 'address.city'],
  ])('with %s are refused at the field', async (_, body, path) => {
    expect(await put(admin, ids.district, body)).toMatchObject({
      status: 400,
      body: { code: 'validationFailed', errors: [expect.objectContaining({ path })] },
    });
  });

  test.each([
    [1, '6003', '114 55'],
    [2, '6003', '101'],
    [3, '6003', '60030'],
    [4, '11455', '6003'],
    [5, '101', '6003'],
  ])('in market %i have a zip code like %s and not like %s [C1.12 D5.066]', async (market, zip, wrong) => {
    const save = (code: string) => put(admin, ids.district, { market, address: { ...address, zip: code } });
    expect(await save(zip)).toMatchObject({ status: 200, body: { market, address: { zip } } });
    expect(await save(wrong)).toMatchObject({ status: 400, body: { errors: [{ path: 'address.zip' }] } });
  });

  test.each([0, 6, 1.5, '1'])('with the market %j are refused: there are five [C1.12]', async (market) => {
    expect(await put(admin, ids.district, { market })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'market' }] },
    });
  });

  test('that are read-only are not set, however they are sent', async () => {
    await put(manager, ids.district, { custId: 99, parentId: null, path: [], kind: 'firm', createdAt: 0 });
    expect(await get(manager, `/${ids.district}`)).toMatchObject({
      custId: ids.district,
      parentId: ids.solvik,
      kind: 'district',
    });
  });

  test('keep script and SQL as plain text', async () => {
    const firmName = `<script>alert(1)</script>'; drop table customers; --`;
    await put(manager, ids.district, { firmName });
    expect(await get(manager, `/${ids.district}`)).toMatchObject({ firmName });
  });

  test('are changed from above or by their own administrator, and by no others', async () => {
    expect((await put(nurse, ids.home, {})).status).toBe(403);
    expect((await put(nurse, ids.district, {})).status).toBe(404);
    expect((await put(manager, ids.other, {})).status).toBe(404);
    expect((await put(manager, ids.solvik, { firmName: 'Nye Solvik' })).status).toBe(200);
  });

  test('that did not change are not in the audit log, and those that did are, before and after', async () => {
    await put(manager, ids.district, { firmName: 'Sentrum', address });
    await put(manager, ids.district, { firmName: 'Sentrum', address });
    const entries = await server.db.select().from(auditEntries);
    expect(entries.map(({ content }) => JSON.parse(content))).toEqual([
      expect.objectContaining({ before: { address: null }, after: { address } }),
    ]);
  });
});

describe('the alarm centre', () => {
  test('is inherited until a customer chooses its own', async () => {
    await put(manager, ids.solvik, { firmName: 'Solvik', defaultAhp: ids.partner });
    expect(await get(nurse, `/${ids.home}`)).toMatchObject({
      defaultAhp: null,
      alarmCentre: { custId: ids.partner, firmName: 'Kystvakt', chosenBy: ids.solvik },
    });
  });

  test('is a partner', async () => {
    for (const defaultAhp of [ids.other, 987654])
      expect(await put(admin, ids.solvik, { defaultAhp })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'defaultAhp' }] },
      });
  });
});

describe('moving', () => {
  test('takes everything below along, including rights', async () => {
    const north = await createCustomer(server.db, {
      firmName: 'Nord',
      kind: 'district',
      parentId: ids.solvik,
    });
    const chief = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: north }));
    expect(names(await get(chief, `?parentId=${north}`))).toEqual([]);
    expect(await move(manager, ids.district, north)).toMatchObject({
      status: 200,
      body: { parentId: north },
    });
    expect(names(await get(chief, `?parentId=${north}`))).toEqual(['Sentrum']);
    expect(await get(chief, `/${ids.home}`)).toMatchObject({
      above: [{ firmName: 'Nord' }, { firmName: 'Sentrum' }],
    });
    const [row] = await server.db.select().from(customers).where(eq(customers.custId, ids.home));
    expect(row?.path).toEqual([ids.solvik, north, ids.district, ids.home]);
  });

  test('to the top of the tree shortens the paths', async () => {
    const firm = await createCustomer(server.db, { kind: 'firm', parentId: ids.partner });
    const below = await createCustomer(server.db, { kind: 'home', parentId: firm });
    expect((await move(admin, firm, null)).status).toBe(200);
    const [row] = await server.db.select().from(customers).where(eq(customers.custId, below));
    expect(row?.path).toEqual([firm, below]);
  });

  test('below itself, or where its kind is not allowed, is refused', async () => {
    const inner = await createCustomer(server.db, { kind: 'district', parentId: ids.district });
    for (const [custId, parentId] of [
      [ids.district, ids.district],
      [ids.district, inner],
      [ids.home, ids.partner],
    ] as const)
      expect(await move(admin, custId, parentId)).toMatchObject({
        status: 409,
        body: { code: 'misplacedCustomer' },
      });
  });

  test('needs rights at both places: the old parent and the new one', async () => {
    expect((await move(manager, ids.district, ids.other)).status).toBe(404);
    expect((await move(manager, ids.solvik, ids.other)).status).toBe(403);
    expect((await move(nurse, ids.home, ids.home)).status).toBe(403);
  });
});

describe('a customer is not moved to where others, or the mover, get rights that the mover does not have:', () => {
  let north: number;
  let mover: string;
  beforeEach(async () => {
    north = await createCustomer(server.db, { kind: 'district', parentId: ids.solvik });
    mover = await server.loginAs(await createUser(server.db, { role: 'FIRM', custId: ids.solvik }));
  });
  const refused = { status: 403, body: { code: 'givesMoreRights', errors: [{ path: 'parentId' }] } };
  const parentOf = async (custId: number) =>
    (await server.db.select().from(customers).where(eq(customers.custId, custId)))[0]?.parentId;

  test('a role that somebody has there', async () => {
    const user = await createUser(server.db, { role: 'RESTRICTED_USER', custId: north });
    expect((await move(mover, ids.home, north)).status).toBe(200);
    expect((await move(mover, ids.home, ids.district)).status).toBe(200);
    await server.db.insert(userPolicies).values({ userId: user.userId, role: 'SUPERFIRM', custId: north });
    expect(await move(mover, ids.home, north)).toMatchObject(refused);
    expect(await parentOf(ids.home)).toBe(ids.district);
    expect((await move(manager, ids.home, north)).status).toBe(200);
  });

  test('a role of their own above the new place, out of reach for the other one', async () => {
    const firm = await createCustomer(server.db, { kind: 'firm' });
    const inner = await createCustomer(server.db, { kind: 'firm', parentId: firm });
    await createUser(server.db, { role: 'SUPERFIRM', custId: firm });
    const both = await createUser(server.db, { role: 'FIRM', custId: inner });
    await server.db.insert(userPolicies).values({ userId: both.userId, role: 'FIRM', custId: ids.district });
    expect(await move(await server.loginAs(both), ids.home, inner)).toMatchObject(refused);
  });

  test('a policy that is given to a role there, and one that is not taken back there any more', async () => {
    const row = { role: 'TRACKER', policy: 'AUDIT_LOG', status: 'active', information: 'all' } as const;
    await server.db.insert(customerRolePolicies).values({ ...row, custId: north });
    expect(await move(mover, ids.home, north)).toMatchObject(refused);
    expect((await move(manager, ids.home, north)).status).toBe(200);
    await move(manager, ids.home, ids.district);
    await server.db.update(customerRolePolicies).set({ custId: ids.solvik });
    expect((await move(mover, ids.home, north)).status).toBe(200);
    await move(mover, ids.home, ids.district);
    await server.db.insert(customerRolePolicies).values({ ...row, custId: ids.district, status: 'inactive' });
    expect(await move(mover, ids.home, north)).toMatchObject(refused);
  });
});

describe('live connections are rechecked at the customers where rights may have changed', () => {
  const published: number[][] = [];
  beforeAll(() =>
    server.bus.onEvents((events) => {
      for (const event of events)
        if (event.type === 'rights' && event.userId === null) published.push([...event.custIds].sort());
    }),
  );
  beforeEach(() => {
    published.length = 0;
  });

  test('at the parent of a new customer', async () => {
    await add(manager, { parentId: ids.district, kind: 'home' });
    expect(published).toEqual([[ids.district]]);
    expect((await add(nurse, { parentId: ids.district, kind: 'home' })).status).toBe(404);
    expect(published).toHaveLength(1);
  });

  test('at both parents of a moved one, at itself and below', async () => {
    const north = await createCustomer(server.db, { kind: 'district', parentId: ids.solvik });
    await move(manager, ids.home, north);
    await move(manager, north, ids.district);
    expect(published).toEqual([
      [ids.district, ids.home, north].sort(),
      [ids.solvik, ids.district, ids.home, north].sort(),
    ]);
  });
});
