import type { Policy } from '@varde/catalogue/permissions';
import { tranSource } from '@varde/catalogue/transaction-sources';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { pdfSheets } from '@varde/testing/pdf-sheets';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addresses } from '#domain/addresses/tables.ts';
import { auditEntries } from '#domain/audit/tables.ts';
import { deviceAssignments } from '#domain/devices/tables.ts';
import { transactions } from '#domain/transactions/tables.ts';
import { transactionWords } from './export-words.ts';
import { createTransactionsFeature } from './index.ts';

let api: FeatureApi;
let deviId: number;
beforeAll(async () => {
  api = await openFeatureApi(createTransactionsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  deviId = await api.addDevice({ deviceName: 'Rom 101', deviceSerialNumber: 'SO 1/7', dehaId: 23 });
});

let tranId = 0;
async function store(recTs: number, row: Partial<typeof transactions.$inferInsert> = {}): Promise<void> {
  const owner = { deviId, dehaId: 23, custId: testCustomers.home };
  await api.db
    .insert(transactions)
    .values({ tranId: ++tranId, recTs: new Date(recTs), ...owner, metyId: 5, tranSource: tranSource.tcp, ...row });
}
const download = (query = '', who: Person = 'nurse') =>
  api.download(who, `/ajax/devices/${deviId}/transactions/export?language=nb&timeZone=Europe/Oslo&${query}`);
/** The lines of a CSV file, without the one that names the separator. */
const linesOf = (bytes: Buffer) => bytes.toString('utf16le').split('\r\n').slice(1, -1);
const minute = 60_000;

describe('the log as a file', () => {
  test('[D9.042] is called Transactions and the serial number, and has the rows of the log in the words of its reader, figures as numbers and coordinates in columns of their own', async () => {
    tranId = 0;
    const place = { posType: 0, posLati: 62.4722, posLong: 6.1549, numSatellites: 9 };
    await store(testNow - 3 * minute, { ...place, battery: 81, gsmStrength: 31 });
    await store(testNow - 2 * minute, { metyId: 5, subtypes: [5, 6], posType: 1, posLati: 62, posLong: 6 });
    await store(testNow - minute, { metyId: 1, detail: { place: 'Stue; "øst"' }, direction: 'S', battery: 80 });
    await store(testNow + minute);
    const { status, type, name, bytes } = await download();
    expect([status, type, name]).toEqual([200, 'text/csv; charset=utf-16le', 'TransactionsSO_1_7.csv']);
    expect(linesOf(bytes)).toEqual([
      'Nr.;Tid;Melding;Kilde;Sted;Breddegrad;Lengdegrad;Satellitter;Mobilsignal (1–5);Batteri (%)',
      '3;01.03.2026 12:59:00;Alarm;TCP;"Stue; ""øst""";;;;;',
      '2;01.03.2026 12:58:00;Usikker posisjon, Lavt batteri;TCP;;62,00000;6,00000;;;',
      '1;01.03.2026 12:57:00;Posisjon;TCP;;62,47220;6,15490;9;5;81',
    ]);
    expect((await download('kind=1')).name).toBe('TransactionsSO_1_7.pdf');
  });

  test('has the address of a place that is known beside its coordinates', async () => {
    const kept = { custId: testCustomers.home, lookedUpAt: new Date(testNow), keptUntil: new Date(testNow + minute) };
    await api.db
      .insert(addresses)
      .values({ lat: 6_247_220, lng: 615_490, address: 'Storgata 1, 6002 ÅLESUND', ...kept });
    await store(testNow - 2 * minute, { posType: 0, posLati: 62.4722, posLong: 6.1549 });
    await store(testNow - minute, { posType: 0, posLati: 62, posLong: 6 });
    const positions = linesOf((await download()).bytes).map((line) => line.split(';').slice(4, 7));
    expect(positions).toEqual([
      ['Sted', 'Breddegrad', 'Lengdegrad'],
      ['', '62,00000', '6,00000'],
      ['Storgata 1, 6002 ÅLESUND', '62,47220', '6,15490'],
    ]);
    const english = await api.download('nurse', `/ajax/devices/${deviId}/transactions/export?language=en&timeZone=UTC`);
    expect(linesOf(english.bytes)[1]).toContain(';;62.00000;6.00000;');
    expect((await pdfSheets((await download('kind=1')).bytes)).flat().join(' ')).toContain('Storgata 1');
  });

  test('has all that the filter of the log lets through, and nothing else', async () => {
    await api.db.insert(transactions).values(
      Array.from({ length: 1203 }, (_, n) => ({
        ...{ tranId: ++tranId, recTs: new Date(testNow - (n + 1) * 1000), deviId, dehaId: 23 },
        ...{ custId: testCustomers.home, metyId: n % 3 === 0 ? 1 : 5, tranSource: tranSource.tcp },
      })),
    );
    expect(linesOf((await download()).bytes)).toHaveLength(1204);
    const alarms = linesOf((await download('filters=ALARM')).bytes).slice(1);
    expect(alarms).toHaveLength(401);
    expect(alarms.every((line) => line.includes(';Alarm;'))).toBe(true);
    expect(linesOf((await download('date=2026-02-28')).bytes)).toHaveLength(1);
  });

  test('of a search has all of a long log, and says how many they are', async () => {
    await store(testNow - minute, { word: 'LK' });
    await api.db.execute(sql`insert into transactions (tran_id, rec_ts, devi_id, deha_id, cust_id, mety_id, tran_source)
      select 1000000 + i, ${new Date(testNow - 2 * minute).toISOString()}::timestamptz - i * interval '1 second', ${deviId},
        23, ${testCustomers.home}, 5, 3 from generate_series(1, 20100) i`);
    await store(testNow - 24 * 60 * minute, { word: 'LK' });
    expect(linesOf((await download('search=lk')).bytes)).toHaveLength(3);
    const entries = await api.db.select().from(auditEntries).where(eq(auditEntries.action, 'transactions.exported'));
    expect(JSON.parse(entries[0]?.content ?? '').after.count).toBe(2);
  });

  test('[D9.043] has columns of 10, 14, 18, 10, 22, 8, 8 and 10 on paper, and is read back as it was written', async () => {
    tranId = 100;
    await store(testNow - minute, { posType: 0, posLati: 62.4722, posLong: 6.1549, battery: 81 });
    const device = { deviceName: 'Rom 101', serial: 'SO1', dehaId: 23 };
    const { paper } = transactionWords({ language: 'nb', timeZone: 'UTC' }, device);
    expect(paper(0, 1).head.columns.map(({ share }) => share)).toEqual([10, 14, 18, 10, 22, 8, 8, 10]);
    const { type, bytes } = await download('kind=1');
    expect(type).toBe('application/pdf');
    const texts = (await pdfSheets(bytes)).flat();
    for (const text of [
      'Transaksjonslogg for Rom 101',
      'Posisjon',
      '101',
      '62.47220, 6.15490',
      expect.stringMatching(/^81.%$/),
    ])
      expect(texts).toContainEqual(text);
    expect(texts.at(-1)).toBe('Side 1 · Ark 1 · Rad 1–1 · Siste ark');
  });

  test('of a home unit of the Gx8 family has the sensor, and none of the positions', async () => {
    tranId = 200;
    deviId = await api.addDevice({ deviceSerialNumber: 'H1', dehaId: 13 });
    await store(testNow - minute, { dehaId: 13, metyId: 27, sensorName: 'Røyk, stue' });
    expect(linesOf((await download()).bytes)).toEqual([
      'Nr.;Tid;Melding;Kilde;Sensor',
      '201;01.03.2026 12:59:00;Brann;TCP;Røyk, stue',
    ]);
  });

  test('[D6.035 D6.036] needs the policy of the device’s logs beside that of the log, as CSV and as PDF', async () => {
    await store(testNow - minute);
    const policies = [{ role: 'RESTRICTED_USER' as const, custId: testCustomers.home }];
    const given = (...only: Policy[]) => api.setRights('colleague', { policies, only: ['DEVICE_LIST', ...only] });
    for (const kind of ['kind=0', 'kind=1']) {
      given('DEVICE_TRANSACTION_LOG');
      expect((await download(kind, 'colleague')).status).toBe(403);
      given('DEVICE_LOGS');
      expect((await download(kind, 'colleague')).status).toBe(404);
      given('DEVICE_LOGS', 'DEVICE_TRANSACTION_LOG');
      expect((await download(kind, 'colleague')).status).toBe(200);
    }
    api.setRights('colleague', { policies });
    expect((await download('', 'stranger')).status).toBe(404);
  });

  test('has the present customer’s time alone, and stands in the audit log without the words that were searched for', async () => {
    await store(testNow - 2 * minute, { custId: testCustomers.firm, word: 'Kari' });
    await store(testNow - minute, { word: 'Kari' });
    expect(linesOf((await download('search=kari')).bytes)).toHaveLength(2);
    const entries = await api.db.select().from(auditEntries).where(eq(auditEntries.action, 'transactions.exported'));
    expect(entries.map(({ content }) => JSON.parse(content).after)).toEqual([{ filter: {}, searched: true, count: 1 }]);
    expect(entries[0]?.content).not.toContain('kari');
  });
});

test('an export with the time of an earlier customer stands in the audit log of both', async () => {
  const [beginsAt, endsAt] = [new Date(testNow - 60 * minute), new Date(testNow - 30 * minute)];
  const custId = testCustomers.firm;
  const [earlier] = await api.db.insert(deviceAssignments).values({ deviId, custId, beginsAt, endsAt }).returning();
  await store(testNow - 40 * minute, { custId, assignmentId: earlier?.assignmentId ?? null });
  await store(testNow - minute);
  expect(linesOf((await download('', 'operator')).bytes)).toHaveLength(3);
  const entries = await api.db.select().from(auditEntries).where(eq(auditEntries.action, 'transactions.exported'));
  expect(entries.map((entry) => entry.custId).sort()).toEqual([custId, testCustomers.home].sort());
});
