import type { ImportRow } from '@varde/contract/device-import';
import { maxImportRows } from '@varde/contract/import-columns';
import { contentOfTables } from '@varde/testing/content-of-tables';
import { createCustomer, createDevice, createUser } from '@varde/testing/factories';
import { startTestServer, type TestAnswer, type TestServer } from '@varde/testing/test-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { customerRolePolicies, customers } from '#domain/customers/tables.ts';
import { deviceIdentities, devices } from '#domain/devices/tables.ts';
import { hashOfToken } from '#platform/secrets/tokens.ts';

let server: TestServer;
let ids: { city: number; home: number; foreign: number; stock: number };
const as = { firm: '', tracker: '', stranger: '', admin: '' };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.clear();
  const { db } = server;
  const city = await createCustomer(db, { firmName: 'Solvik kommune' });
  const foreign = await createCustomer(db, { firmName: 'Fremmed' });
  ids = {
    city,
    home: await createCustomer(db, { kind: 'home', parentId: city, firmName: 'Ås sykehjem' }),
    stock: await createCustomer(db, { kind: 'stock', parentId: city, firmName: 'Lager' }),
    foreign,
  };
  await createDevice(db, { custId: ids.stock, serial: 'STOCK1', identity: '861111111111111' });
  await createDevice(db, { custId: ids.stock, serial: 'STOCK2' });
  await createDevice(db, { custId: ids.home, serial: 'USED', identity: '862222222222222' });
  await createDevice(db, { custId: foreign, serial: 'FOREIGN' });
  as.firm = await server.loginAs(await createUser(db, { role: 'FIRM', custId: city }));
  as.tracker = await server.loginAs(await createUser(db, { role: 'TRACKER', custId: city }));
  as.stranger = await server.loginAs(await createUser(db, { role: 'FIRM', custId: foreign }));
  as.admin = await server.loginAs(await createUser(db, { role: 'SUPERFIRM', custId: null }));
});

const empty = { tag: '', note: '', hardware: '', identity: '', phone: '' };
const row = (line: number, cells: Partial<ImportRow> = {}): ImportRow => ({
  line,
  ...{ serial: 'STOCK1', name: 'Rom 1', customer: 'Ås sykehjem', ...empty },
  ...cells,
});
const fresh = { serial: 'NEW1', hardware: 'Trigger Two 4G', identity: '863333333333333' };
const send = async (who: string, rows: ImportRow[], dryRun = false): Promise<TestAnswer> =>
  server.call('POST', '/ajax/devices/import', { as: who, body: { rows, dryRun } });
const resultOf = (line: number, { rows }: TestAnswer['body']) =>
  rows.find((result: { line: number }) => result.line === line);
const faultsOf = async (who: string, rows: ImportRow[]) =>
  (await send(who, rows, true)).body.rows.flatMap(
    ({ line, faults }: { line: number; faults: { column: string; fault: string; otherLine: number | null }[] }) =>
      faults.map(({ column, fault, otherLine }) => [line, column, fault, ...(otherLine ? [otherLine] : [])]),
  );
const ownerOf = async (serial: string) =>
  (await server.db.select().from(devices).where(eq(devices.deviceSerialNumber, serial)))[0]?.custId;

describe('an import of devices', () => {
  test('takes units from stock and registers new ones, for the customers of their rows', async () => {
    const rows = [row(2), row(3, { ...fresh, name: 'Rom 2', customer: 'ås SYKEHJEM', phone: '+4790000000' })];
    const { status, body } = await send(as.admin, rows);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      imported: true,
      rows: [
        { line: 2, origin: 'stock', faults: [] },
        { line: 3, origin: 'new', faults: [] },
      ],
    });
    const made = await server.db.select().from(devices).where(eq(devices.deviceSerialNumber, 'NEW1'));
    expect(made).toMatchObject([
      { deviceName: 'Rom 2', custId: ids.home, dehaId: 23, formattedPhoneNumE164: '+4790000000' },
    ]);
    expect(await ownerOf('STOCK1')).toBe(ids.home);
    const entries = await server.db.select().from(auditEntries);
    const added = entries.filter(({ action }) => action === 'device.added');
    expect(added.map(({ custId, deviId }) => [custId, deviId])).toEqual(
      body.rows.map(({ deviId }: { deviId: number }) => [ids.home, deviId]),
    );
    expect(entries.filter(({ action }) => action === 'assignment.ended')).toMatchObject([{ custId: ids.stock }]);
  });

  test('tags the devices and writes their notes, which the audit log has without the text', async () => {
    const note = 'Nøkkel hos naboen.\nRing på.';
    const rows = [
      row(2, { tag: 'GPS', note: ` ${note} ` }),
      row(3, { ...fresh, tag: 'NONE', note: 'x'.repeat(256) }),
      row(4, { serial: 'STOCK2' }),
    ];
    const { body } = await send(as.admin, rows);
    expect(body.imported).toBe(true);
    const [first, second, third] = body.rows.map(({ deviId }: { deviId: number }) => deviId);
    const noteOf = async (deviId: number) =>
      ((await server.call('GET', `/ajax/devices/${deviId}/note`, { as: as.firm })) as TestAnswer).body;
    expect(await noteOf(first)).toMatchObject({ note, sms: false });
    expect((await noteOf(second)).note).toHaveLength(256);
    expect(await noteOf(third)).toMatchObject({ id: 0, note: '' });
    const made = await server.db.select().from(devices).where(eq(devices.deviId, first));
    expect(made).toMatchObject([{ userTag: 'GPS', noteAddedAt: expect.any(Date) }]);
    const entries = await server.db.select().from(auditEntries);
    const about = (action: string) =>
      entries.filter((entry) => entry.action === action).map(({ content }) => JSON.parse(content));
    expect(about('device.userTag')).toMatchObject([
      { deviId: first, custId: ids.home, before: { userTag: 'NONE' }, after: { userTag: 'GPS' } },
    ]);
    expect(about('note.saved').map(({ deviId }) => deviId)).toEqual([first, second]);
    expect(JSON.stringify(entries)).not.toContain('naboen');
  });

  test('refuses a tag that does not exist, a note that is too long, and what the caller may not set', async () => {
    expect(await faultsOf(as.firm, [row(2, { tag: 'Hund', note: 'x'.repeat(257) })])).toEqual([
      [2, 'tag', 'unknownTag'],
      [2, 'note', 'invalid'],
    ]);
    const given = { custId: ids.city, role: 'TRACKER', policy: 'ADD_DEVICE_MENU' };
    await server.db.insert(customerRolePolicies).values({ ...given, status: 'active' });
    const tracker = await server.loginAs(await createUser(server.db, { role: 'TRACKER', custId: ids.city }));
    const asked = { tag: 'GPS', note: 'Hei' };
    expect(await faultsOf(tracker, [row(2, asked), row(3, { serial: 'STOCK2', note: 'Hei' })])).toEqual([
      [2, 'tag', 'notAllowed'],
    ]);
  });

  test('finds the customer by its organisation number as well', async () => {
    await server.db.update(customers).set({ orgNumber: '974760673' }).where(eq(customers.custId, ids.home));
    expect(await faultsOf(as.firm, [row(2, { customer: '974760673' })])).toEqual([]);
  });

  test('reads names and numbers as a Mac, a word processor and a phone write them', async () => {
    const typed = {
      ...{ serial: '\u200eNEW\u20111\u00a0', name: 'A\u030ase\u00a0Bo', customer: 'A\u030as\u202fsykehjem' },
      ...{
        hardware: fresh.hardware,
        identity: '86 123456\u2011789012 3',
        phone: '\u202a(0047) 900\u00a000 000\u202c',
      },
    };
    const { body } = await send(as.admin, [row(2, typed)]);
    const read = { serial: 'NEW-1', identity: '861234567890123', phone: '+4790000000' };
    expect(body.rows).toMatchObject([{ faults: [], read }]);
    const { deviId } = body.rows[0];
    expect(await server.db.select().from(devices).where(eq(devices.deviId, deviId))).toMatchObject([
      {
        deviceName: 'Åse Bo',
        deviceSerialNumber: 'NEW-1',
        custId: ids.home,
        formattedPhoneNumE164: '+4790000000',
      },
    ]);
    const identities = server.db.select().from(deviceIdentities).where(eq(deviceIdentities.deviId, deviId));
    expect(await identities).toMatchObject([{ identity: '861234567890123' }]);
  });

  test('that is a dry run gives the same answer, and changes nothing', async () => {
    const before = await contentOfTables(server.db);
    const { body } = await send(as.admin, [row(2), row(3, fresh)], true);
    expect(body).toMatchObject({ imported: false, rows: [{ origin: 'stock' }, { origin: 'new' }] });
    expect(body.rows.map(({ deviId, token }: Record<string, unknown>) => [deviId, token])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  test('registers a home unit over MQTT, with a token that the device itself will use', async () => {
    const unit = { ...fresh, hardware: '13', identity: 'home-1' };
    expect(await faultsOf(as.admin, [row(2, { ...unit, identity: 'two words' })])).toEqual([
      [2, 'identity', 'invalid'],
    ]);
    const { body } = await send(as.admin, [row(2, unit)]);
    const [{ deviId, token }] = body.rows;
    const identities = await server.db.select().from(deviceIdentities).where(eq(deviceIdentities.deviId, deviId));
    expect(identities).toMatchObject([{ protocol: 'mqtt', identity: 'home-1', secret: hashOfToken(token) }]);
  });

  test('with one faulty row imports none of them', async () => {
    const before = await contentOfTables(server.db);
    const { body } = await send(as.firm, [row(2), row(3, { serial: 'NOWHERE' })]);
    expect(body).toMatchObject({
      imported: false,
      rows: [{ faults: [] }, { origin: null, faults: [{ column: 'serial', fault: 'notInStock' }] }],
    });
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  test('with a fault in its last row, far from the first, imports none of them', async () => {
    const before = await contentOfTables(server.db);
    const rows = Array.from({ length: 41 }, (_, n) =>
      row(n + 2, { ...fresh, serial: `N${n}`, identity: String(870_000_000_000_000 + n) }),
    );
    const { body } = await send(as.admin, [...rows, row(43, { ...fresh, phone: '1' })]);
    expect(body.imported).toBe(false);
    expect(body.rows).toHaveLength(42);
    expect(body.rows.at(-1).faults).toMatchObject([{ column: 'phone' }]);
    expect(body.rows[0]).toMatchObject({ line: 2, origin: 'new', deviId: null, token: null });
    expect(await contentOfTables(server.db)).toEqual(before);
  });

  test('of a file that was imported before, or in part, names what is there and imports the rest', async () => {
    const rows = [row(2), row(3, { ...fresh, name: 'Rom 2' }), row(4, { serial: 'STOCK2' })];
    expect((await send(as.admin, rows.slice(0, 2))).body.imported).toBe(true);
    const before = await contentOfTables(server.db);
    expect(await faultsOf(as.admin, rows)).toEqual([
      [2, 'serial', 'imported'],
      [3, 'serial', 'imported'],
    ]);
    expect(await faultsOf(as.firm, rows.slice(0, 1))).toEqual([[2, 'serial', 'imported']]);
    expect((await send(as.admin, rows)).body.imported).toBe(false);
    expect(await contentOfTables(server.db)).toEqual(before);
    expect((await send(as.admin, rows.slice(2))).body.imported).toBe(true);
    const stocked = row(5, { ...fresh, serial: 'NEW5', identity: '865555555555555', customer: 'Lager' });
    expect((await send(as.admin, [stocked])).body.imported).toBe(true);
    expect(await faultsOf(as.admin, [stocked]), 'a unit that was registered in stock').toEqual([
      [5, 'serial', 'imported'],
    ]);
  });

  test('that is sent twice at once imports each unit once, and both answers say what became of it', async () => {
    const rows = Array.from({ length: 12 }, (_, n) =>
      row(n + 2, { ...fresh, serial: `N${n}`, identity: String(870_000_000_000_000 + n) }),
    );
    rows.push(row(20), row(21, { serial: 'STOCK2' }));
    const answers = await Promise.all([send(as.admin, rows), send(as.admin, rows.toReversed())]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const { line, serial } of rows) {
      const both = answers.map(({ body }) => resultOf(line, body));
      expect(both.filter(({ deviId }) => deviId !== null)).toHaveLength(1);
      // The later call is refused as a whole if it is tried when the first unit is there.
      expect(['imported', undefined]).toContain(both.flatMap(({ faults }) => faults)[0]?.fault);
      expect(await ownerOf(serial)).toBe(ids.home);
    }
    const entries = await server.db.select().from(auditEntries);
    expect(entries.filter(({ action }) => action === 'device.added')).toHaveLength(rows.length);
  });

  test('leaves out a unit that somebody else takes while it runs, and says so', async () => {
    const named = (name: string) => [row(2, { name }), row(3, { serial: 'STOCK2', name })];
    const answers = await Promise.all([send(as.admin, named('Rom 1')), send(as.admin, named('Rom 2').toReversed())]);
    for (const line of [2, 3]) {
      const both = answers.map(({ body }) => resultOf(line, body));
      expect(both.filter(({ deviId }) => deviId !== null)).toHaveLength(1);
      expect(['taken', undefined]).toContain(both.flatMap(({ faults }) => faults)[0]?.fault);
    }
  });

  test('lets others use the database between two of its rows, so that no alarm waits for the file', async () => {
    const rows = Array.from({ length: 30 }, (_, n) =>
      row(n + 2, { ...fresh, serial: `N${n}`, identity: String(870_000_000_000_000 + n) }),
    );
    const seen = new Set<number>();
    let runs = true;
    const watching = (async () => {
      while (runs) seen.add(await server.db.$count(devices, eq(devices.custId, ids.home)));
    })();
    expect((await send(as.admin, rows)).body.imported).toBe(true);
    runs = false;
    await watching;
    expect(seen.size).toBeGreaterThan(rows.length / 2);
  });

  test('distinguishes a serial number that is twice in the file from one that Varde has', async () => {
    const rows = [
      row(2, fresh),
      row(3, { ...fresh, identity: '864444444444444' }),
      row(4, { ...fresh, serial: 'NEW2' }),
      row(5, { ...fresh, serial: 'USED', identity: '865555555555555' }),
      row(6, { ...fresh, serial: 'NEW3', identity: '862222222222222' }),
    ];
    expect(await faultsOf(as.admin, rows)).toEqual([
      [3, 'serial', 'repeated', 2],
      [4, 'identity', 'repeated', 2],
      [5, 'serial', 'taken'],
      [6, 'identity', 'taken'],
    ]);
  });

  test('names every fault of a row', async () => {
    const rows = [
      row(2, { serial: '', name: ' ', customer: '' }),
      row(3, { serial: 'x'.repeat(41), name: 'a\nb', customer: 'Nobody' }),
      row(4, { ...fresh, hardware: 'Toaster', identity: '' }),
      row(5, { ...fresh, identity: 'abc' }),
      row(6, { ...fresh, serial: 'NEW6', identity: '866666666666666', phone: '123' }),
      row(7, { hardware: 'Watch Seven', identity: '1', phone: '+4799999999' }),
    ];
    expect(await faultsOf(as.admin, rows)).toEqual([
      [2, 'serial', 'missing'],
      [2, 'name', 'missing'],
      [2, 'customer', 'missing'],
      [3, 'serial', 'invalid'],
      [3, 'name', 'invalid'],
      [3, 'customer', 'unknownCustomer'],
      [4, 'identity', 'missing'],
      [4, 'hardware', 'unknownHardware'],
      [5, 'serial', 'repeated', 4],
      [6, 'phone', 'invalid'],
      [7, 'hardware', 'notOfStock'],
      [7, 'identity', 'notOfStock'],
      [7, 'phone', 'notOfStock'],
    ]);
    await createCustomer(server.db, { firmName: 'Ås sykehjem' });
    expect(await faultsOf(as.admin, [row(2)])).toEqual([[2, 'customer', 'severalCustomers']]);
  });

  test('of a firm is limited to its own customers and its own stock, and registers no new unit', async () => {
    expect(await faultsOf(as.firm, [row(2)])).toEqual([]);
    expect(await faultsOf(as.firm, [row(2, { customer: 'Fremmed' })])).toEqual([[2, 'customer', 'unknownCustomer']]);
    expect(await faultsOf(as.firm, [row(2, fresh), row(3, { serial: 'FOREIGN' })])).toEqual([
      [2, 'serial', 'notInStock'],
      [3, 'serial', 'notInStock'],
    ]);
    const taken = { serial: 'STOCK1', customer: 'Fremmed' };
    expect(await faultsOf(as.stranger, [row(2, taken)])).toEqual([[2, 'serial', 'notInStock']]);
    expect(await ownerOf('STOCK1')).toBe(ids.stock);
    expect((await send(as.tracker, [row(2)])).status).toBe(403);
  });

  test('has a limit of rows', async () => {
    const rows = Array.from({ length: maxImportRows + 1 }, (_, at) => row(at + 2));
    expect((await send(as.admin, rows, true)).status).toBe(400);
    expect((await send(as.admin, [], true)).status).toBe(400);
    const most = rows
      .slice(0, maxImportRows)
      .map(({ line }) => row(line, { ...fresh, serial: `N${line}`, identity: String(870_000_000_000_000 + line) }));
    expect((await send(as.admin, most)).body).toMatchObject({ imported: true });
  });
});
