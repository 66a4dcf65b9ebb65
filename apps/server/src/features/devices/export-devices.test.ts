import { createCustomer, createUser } from '@varde/testing/factories';
import { type FeatureApi, openFeatureApi, testCustomers, testNow } from '@varde/testing/feature-api';
import { startTestServer } from '@varde/testing/test-server';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import { createDevicesFeature } from './index.ts';
import { exportedDevices, exportedPage } from './store-export.ts';

let api: FeatureApi;
beforeAll(async () => {
  api = await openFeatureApi(createDevicesFeature);
});
afterAll(() => api.close());
beforeEach(() => api.clear());

type Who = Parameters<FeatureApi['call']>[0];
const reader = 'language=nb&timeZone=Europe/Oslo';
const download = (query = '', who: Who = 'nurse') => api.download(who, `/ajax/devices/export?${reader}&${query}`);
const linesOf = (bytes: Buffer) => bytes.toString('utf16le').split('\r\n').slice(2, -1);
const namesIn = async (query = '', who: Who = 'nurse') =>
  linesOf((await download(query, who)).bytes).map((line) => line.split(';')[1]);

describe('an export of the device list', () => {
  test('[C2.24 C9.22 D3.062] is a CSV file of the server, in the words and on the clock of its reader, named with the time', async () => {
    const lastMsgIn = new Date(testNow);
    const lastTestAt = new Date(testNow - 1000);
    await api.addDevice({
      ...{ deviceName: '=Åse', deviceSerialNumber: 'SO000001', dehaId: 34, status: 'battery', battery: 12 },
      ...{ gsmStrength: 100, lastMsgIn, lastTestAt, formattedPhoneNumE164: '+47 900 00 000' },
    });
    const { status, type, name, bytes } = await download();
    expect([status, type, name]).toEqual([200, 'text/csv; charset=utf-16le', 'enheter_20260301130000.csv']);
    expect(bytes.toString('utf16le').split('\r\n')).toEqual([
      '\uFEFFsep=;',
      'Status;Navn;Serienummer;Kunde;Batteri (%);Signal (1–5);Sporing;Siste kontakt;Type;Telefonnummer;Siste test;Tvillingens status;Tvillingens serienummer;Tvillingens batteri (%)',
      `Lavt batteri;'=Åse;SO000001;home;12;5;;01.03.2026 13:00:00;Watch Seven;"=""+47 900 00 000""";01.03.2026 12:59:59;;;`,
      '',
    ]);
    const byNumber = await download('kind=0');
    expect([byNumber.type, byNumber.bytes.equals(bytes)]).toEqual([type, true]);
    const english = await api.download('nurse', '/ajax/devices/export?language=en&timeZone=UTC');
    expect(english.name).toBe('devices_20260301120000.csv');
    expect(linesOf(english.bytes)[0]).toMatch(/^Low battery;.*;12;.*;01\/03\/2026 12:00:00;/);
  });

  test('has both units of a pair of twins, each figure in a column of its own', async () => {
    const unit = (deviceSerialNumber: string, battery: number) =>
      api.addDevice({ dehaId: 34, deviceName: 'rom 1', deviceSerialNumber, battery, lastMsgIn: new Date(testNow) });
    const [master, clone] = [await unit('0304187109', 12), await unit('SO2', 80)];
    const pair = (twin: 'MASTER' | 'CLONE', deviId: number, twinDevice: number) =>
      api.db.update(devices).set({ twin, twinDevice, twinSerial: 'X' }).where(eq(devices.deviId, deviId));
    await pair('MASTER', master, clone);
    await pair('CLONE', clone, master);
    const [line = '', ...others] = linesOf((await download()).bytes);
    expect(others).toEqual([]);
    const cells = line.split(';');
    expect([cells[2], cells[4], cells.slice(-2)]).toEqual([`"=""0304187109"""`, '12', ['SO2', '80']]);
  });

  test('has every device that passes the filter, once and in order, however many pages that is', async () => {
    await api.db.execute(sql`
      insert into devices (deha_id, cust_id, device_name, device_serial_number)
      select 34, ${testCustomers.home}, 'rom ' || lpad(n::text, 4, '0'), 'SO' || n from generate_series(1, 1200) n`);
    await api.addDevice({ deviceName: 'another type', dehaId: 23 });
    const names = await namesIn('dehaId=34&sort=name');
    expect(names).toEqual(Array.from({ length: 1200 }, (_, at) => `rom ${String(at + 1).padStart(4, '0')}`));
    expect(await namesIn('search=another')).toEqual(['another type']);
    expect(await namesIn('search=nothing')).toEqual([]);
  });

  test('has the devices of the caller’s customers and no others', async () => {
    await api.addDevice({ deviceName: 'home' });
    await api.addDevice({ deviceName: 'other home', custId: testCustomers.otherHome });
    await api.addDevice({ deviceName: 'firm', custId: testCustomers.firm });
    expect(await namesIn('', 'nurse')).toEqual(['home']);
    expect(await namesIn('', 'manager')).toEqual(['home', 'other home']);
    expect(await namesIn('', 'stranger')).toEqual(['firm']);
    expect(await namesIn(`custId=${testCustomers.home}`, 'stranger')).toEqual([]);
    expect((await download('', 'nobody')).status).toBe(403);
  });

  test('is written down at the lowest customer above all of its devices, with filter and count', async () => {
    await api.addDevice();
    await download('status=neverUsed');
    await api.addDevice({ custId: testCustomers.otherHome });
    await download('', 'manager');
    await api.addDevice({ custId: testCustomers.firm });
    await download('', 'operator');
    const entries = await api.db
      .select({ custId: auditEntries.custId, content: auditEntries.content })
      .from(auditEntries)
      .where(eq(auditEntries.action, 'devices.exported'))
      .orderBy(auditEntries.auditId);
    expect(entries.slice(-3).map(({ custId, content }) => [custId, JSON.parse(content).after])).toEqual([
      [testCustomers.home, { filter: { status: 'neverUsed' }, searched: false, count: 1 }],
      [testCustomers.municipality, { filter: {}, searched: false, count: 2 }],
      [null, { filter: {}, searched: false, count: 3 }],
    ]);
  });

  test('is written down without the search, which may be the name of a person', async () => {
    await download('search=Kari');
    const entries = await api.db.select({ content: auditEntries.content }).from(auditEntries);
    const last = entries.findLast(({ content }) => content.includes('devices.exported'))?.content ?? '';
    expect(JSON.parse(last).after).toMatchObject({ filter: {}, searched: true });
    expect(last).not.toContain('Kari');
  });

  test('repeats no device that moves in the list meanwhile, and leaves out none but those that left the list', async () => {
    const [first, second, third] = [
      await api.addDevice({ deviceName: 'a' }),
      await api.addDevice({ deviceName: 'b' }),
      await api.addDevice({ deviceName: 'c' }),
    ];
    const query = { sort: 'name' as const };
    const selection = { scope: [testCustomers.home], unreached: null, now: 0 };
    const { deviIds } = await exportedDevices(api.db, selection, query);
    expect(deviIds).toEqual([first, second, third]);
    await api.db.update(devices).set({ deviceName: 'z' }).where(eq(devices.deviId, first));
    await api.db.update(devices).set({ custId: testCustomers.firm }).where(eq(devices.deviId, second));
    const page = await exportedPage(api.db, selection, query, deviIds);
    expect(page.map(({ master }) => master.device.deviceName)).toEqual(['z', 'c']);
  });

  test.each(['timeZone=Mars/Olympus', 'timeZone=', 'language=xx&timeZone=UTC', 'kind=7&timeZone=UTC'])(
    'with %s is refused',
    async (query) => {
      expect((await api.download('nurse', `/ajax/devices/export?${query}`)).status).toBe(400);
    },
  );
});

test('an export that is stopped by its reader makes room for the next one', async () => {
  const server = await startTestServer();
  try {
    await server.app.start();
    const user = await createUser(server.db, { role: 'SUPERAHP', custId: null });
    // Twenty megabytes: more than the sockets take while nobody reads.
    const custId = await createCustomer(server.db, { firmName: 'x'.repeat(1000) });
    await server.db.execute(sql`
      insert into devices (deha_id, cust_id, device_name, device_serial_number)
      select 34, ${custId}, 'x', 'S' || n from generate_series(1, 10000) n`);
    const url = `http://127.0.0.1:${server.port()}/ajax/devices/export?${reader}`;
    const headers = { cookie: await server.loginAs(user) };
    const begin = async () => {
      const abort = new AbortController();
      const response = await fetch(url, { headers, signal: abort.signal });
      return { status: response.status, abort, response }; // a response that nobody holds is collected, and so ended
    };
    const [one, two] = [await begin(), await begin()];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect((await begin()).status, 'more than two at once').toBe(429);
    expect([one.response.bodyUsed, two.response.bodyUsed]).toEqual([false, false]);
    one.abort.abort();
    await expect.poll(async () => (await begin()).status).toBe(200);
    two.abort.abort();
  } finally {
    await server.close();
  }
});
