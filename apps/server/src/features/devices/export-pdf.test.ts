import { createCustomer, createUser } from '@varde/testing/factories';
import { type FeatureApi, openFeatureApi, testCustomers, testNow } from '@varde/testing/feature-api';
import { pdfSheets } from '@varde/testing/pdf-sheets';
import { startTestServer } from '@varde/testing/test-server';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { createDevicesFeature } from './index.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
});
afterAll(() => api.close());
beforeEach(() => api.clear());

type Who = Parameters<FeatureApi['call']>[0];
const download = (query = '', who: Who = 'nurse') =>
  api.download(who, `/ajax/devices/export?kind=1&language=nb&timeZone=Europe/Oslo&${query}`);
const sheets = async (query = '', who: Who = 'nurse') => pdfSheets((await download(query, who)).bytes);
const addMany = (count: number) =>
  api.db.execute(sql`
    insert into devices (deha_id, cust_id, device_name, device_serial_number)
    select 34, ${testCustomers.home}, 'rom ' || lpad(n::text, 4, '0'), 'SO' || n from generate_series(1, ${count}::int) n`);
const isRoom = (text: string) => /^rom \d{4}$/.test(text);

describe('the device list as PDF', () => {
  test('[D3.062] is the export of kind 1, in the words and on the clock of its reader', async () => {
    const lastMsgIn = new Date(testNow);
    await api.addDevice({
      ...{
        deviceName: 'Åse Čáhcesuolu Ŋuorra',
        deviceSerialNumber: 'SO000001',
        dehaId: 34,
        status: 'battery',
      },
      ...{ battery: 12, gsmStrength: 100, lastMsgIn, formattedPhoneNumE164: '+47 900 00 000' },
    });
    const { status, type, name, bytes } = await download();
    expect([status, type, name]).toEqual([200, 'application/pdf', 'enheter_20260301130000.pdf']);
    const time = '01.03.2026 13:00:00';
    expect(await pdfSheets(bytes)).toEqual([
      [
        ...['Enheter', time, '1 enhet da eksporten begynte'],
        ...['Status', 'Navn', 'Serienummer', 'Kunde', 'Batteri', 'Signal', 'Sporing', 'Siste kontakt'],
        ...['Type', 'Telefonnummer', 'Siste test'],
        ...['Lavt batteri', 'Åse Čáhcesuolu Ŋuorra', 'SO000001', 'home', '12 %', '5/5', ...time.split(' ')],
        ...['Watch Seven', '+47 900 00 000', 'Side 1 · Ark 1 · Rad 1–1 · Siste ark'],
      ],
    ]);
    const english = await api.download('nurse', '/ajax/devices/export?kind=1&language=en&timeZone=UTC');
    expect(english.name).toBe('devices_20260301120000.pdf');
    expect((await pdfSheets(english.bytes)).flat()).toContain('Page 1 · Sheet 1 · Row 1–1 · Last sheet');
  });

  test.each([
    [0, 1, 'Side 1 · Ark 1 · Siste ark'],
    [25, 1, 'Side 1 · Ark 1 · Rad 1–25 · Siste ark'],
    [26, 2, 'Side 1 · Ark 2 · Rad 26–26 · Siste ark'],
    [249, 10, 'Side 1 · Ark 10 · Rad 226–249 · Siste ark'],
    [250, 10, 'Side 1 · Ark 10 · Rad 226–250 · Siste ark'],
    [251, 11, 'Side 2 · Ark 1 · Rad 251–251 · Siste ark'],
    [501, 21, 'Side 3 · Ark 1 · Rad 501–501 · Siste ark'],
  ])('[C9.23] of %i rows has pages of 250 rows, on %i sheets, and ends with %s', async (count, many, end) => {
    await addMany(count);
    await api.addDevice({ deviceName: 'another type', dehaId: 23 });
    const file = await sheets('dehaId=34&sort=name');
    expect(file.flat().filter(isRoom)).toEqual(
      Array.from({ length: count }, (_, at) => `rom ${String(at + 1).padStart(4, '0')}`),
    );
    expect([file.length, file.at(-1)?.at(-1)]).toEqual([many, end]);
    const rows = new Map<string, number>();
    for (const sheet of file) {
      const page = sheet.at(-1)?.split(' · ')[0] ?? '';
      rows.set(page, (rows.get(page) ?? 0) + sheet.filter(isRoom).length);
    }
    expect([...rows.values()].slice(0, -1).every((inPage) => inPage === 250)).toBe(true);
    expect(file.every((sheet) => sheet[2]?.endsWith('da eksporten begynte · filtrert liste'))).toBe(true);
  });

  test('cuts a long name with an ellipsis, and shows what a spreadsheet would calculate as it is', async () => {
    await api.addDevice({ deviceName: `=1+1 ${'Nordre Aurskog omsorgsbolig '.repeat(9)}` });
    const [sheet = []] = await sheets();
    const name = sheet.filter((text) => /aurskog|omsorgsbolig/i.test(text));
    expect(name).toHaveLength(2);
    expect(name[0]).toMatch(/^=1\+1 Nordre Aurskog/);
    expect(name[1]).toMatch(/…$/);
  });

  test('has the devices of the caller’s customers and no others, and is refused to others', async () => {
    await api.addDevice({ deviceName: 'rom 0001' });
    await api.addDevice({ deviceName: 'rom 0002', custId: testCustomers.firm });
    expect((await sheets('', 'nurse')).flat().filter(isRoom)).toEqual(['rom 0001']);
    expect((await sheets('', 'stranger')).flat().filter(isRoom)).toEqual(['rom 0002']);
    for (const who of ['nobody', 'tracker'] as const) expect((await download('', who)).status, who).toBe(403);
  });

  test('of chosen devices has those alone of them that the caller may see, and is shown by the browser', async () => {
    const chosen = await api.addDevice({ deviceName: 'rom 0001' });
    await api.addDevice({ deviceName: 'rom 0002' });
    const foreign = await api.addDevice({ deviceName: 'rom 0003', custId: testCustomers.firm });
    const query = `deviIds=${chosen},${foreign},2147483647`;
    const [sheet = []] = await sheets(query);
    expect(sheet.filter(isRoom)).toEqual(['rom 0001']);
    expect(sheet[2]).toBe('1 enhet da eksporten begynte · filtrert liste');
    expect(await download(query)).toMatchObject({ isShown: true, name: 'enheter_20260301130000.pdf' });
    expect((await download('')).isShown).toBe(false);
  });

  test('of a chosen pair of twins has its entry in every order, whichever unit was silent longer', async () => {
    const unit = (silentMs: number) =>
      api.addDevice({ dehaId: 34, deviceName: 'rom 0001', lastMsgIn: new Date(testNow - silentMs) });
    const [master, clone] = [await unit(0), await unit(86_400_000)];
    const pair = (twin: 'MASTER' | 'CLONE', deviId: number, twinDevice: number) =>
      api.db.update(devices).set({ twin, twinDevice, twinSerial: 'X' }).where(eq(devices.deviId, deviId));
    await pair('MASTER', master, clone);
    await pair('CLONE', clone, master);
    for (const sort of ['default', 'name', 'lastContactAscending', 'lastContactDescending'])
      expect((await sheets(`deviIds=${master}&sort=${sort}`)).flat().filter(isRoom), sort).toEqual(['rom 0001']);
  });

  test('[C9.24] is shown with 251 chosen devices, and with no more', async () => {
    await addMany(252);
    const rows = await api.db.select({ deviId: devices.deviId }).from(devices);
    const query = (count: number) => `deviIds=${rows.slice(0, count).map(({ deviId }) => deviId)}`;
    expect((await sheets(query(251))).flat().filter(isRoom)).toHaveLength(251);
    expect((await download(query(252))).status).toBe(400);
    for (const wrong of ['', '1,', 'x', '1;2', '0', '-1', '1.5', '9999999999'])
      expect((await download(`deviIds=${wrong}`)).status, wrong).toBe(400);
  });

  test('is written down in the audit log as what it is, without the search', async () => {
    await addMany(2);
    await sheets('search=rom 0001');
    const entries = await api.db.select({ content: auditEntries.content }).from(auditEntries);
    const last = entries.findLast(({ content }) => content.includes('devices.exported'))?.content ?? '';
    expect(JSON.parse(last).after).toEqual({ filter: {}, searched: true, count: 1, kind: 'pdf' });
    expect(last).not.toContain('rom');
    const deviId = await api.addDevice({});
    await sheets(`deviIds=${deviId}`);
    const all = await api.db.select({ content: auditEntries.content }).from(auditEntries);
    expect(JSON.parse(all.at(-1)?.content ?? '').after).toMatchObject({ count: 1, chosen: 1, kind: 'pdf' });
  });
});

test('two are drawn at once, and a third is when the reader of one cancels it', async () => {
  const server = await startTestServer();
  try {
    await server.app.start();
    const custId = await createCustomer(server.db, { firmName: 'x' });
    await server.db.execute(sql`
      insert into devices (deha_id, cust_id, device_name, device_serial_number)
      select 34, ${custId}, 'x' || n, 'S' || n from generate_series(1, 10000) n`);
    const userCookie = async () => server.loginAs(await createUser(server.db, { role: 'SUPERAHP', custId: null }));
    const cookies = [await userCookie(), await userCookie(), await userCookie()] as const;
    const begin = async (cookie: string, kind: 0 | 1) => {
      const abort = new AbortController();
      const url = `http://127.0.0.1:${server.port()}/ajax/devices/export?kind=${kind}&language=nb&timeZone=UTC`;
      const response = await fetch(url, { headers: { cookie }, signal: abort.signal });
      return { status: response.status, abort, response }; // a response that nobody holds is collected, and so ended
    };
    const [one, two] = [await begin(cookies[0], 1), await begin(cookies[1], 1)];
    expect([one.status, two.status]).toEqual([200, 200]);
    let third: number | null = null;
    const waiting = begin(cookies[2], 1).then(({ status, abort }) => {
      third = status;
      return abort;
    });
    const csv = await begin(cookies[2], 0);
    expect(csv.status, 'CSV needs no thread').toBe(200);
    expect(third, 'a third of another user').toBeNull();
    csv.abort.abort();
    one.abort.abort();
    (await waiting).abort();
    expect(third).toBe(200);
    expect([one.response.bodyUsed, two.response.bodyUsed]).toEqual([false, false]);
    two.abort.abort();
  } finally {
    await server.close();
  }
});
