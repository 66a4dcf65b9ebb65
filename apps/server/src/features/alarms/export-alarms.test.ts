import { metyId } from '@varde/catalogue/message-types';
import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#domain/audit/tables.ts';
import { createAlarmsFeature } from './index.ts';

let api: FeatureApi;
let deviId: number;
beforeAll(async () => {
  api = await openFeatureApi(createAlarmsFeature);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.clear();
  deviId = await api.addDevice({ deviceName: '=Åse', deviceSerialNumber: 'SO000001' });
});

const raise = (alarm: Parameters<FeatureApi['addAlarm']>[0] = {}) => api.addAlarm({ deviId, state: 'reset', ...alarm });
const reader = 'language=nb&timeZone=Europe/Oslo';
const download = (query = '', who: Person = 'nurse') =>
  api.download(who, `/ajax/alarms/history/export?${reader}&${query}`);
const linesOf = (bytes: Buffer) => bytes.toString('utf16le').split('\r\n').slice(2, -1);
const notesIn = async (query = '', who: Person = 'nurse') =>
  linesOf((await download(query, who)).bytes).map((line) => line.split(';').at(-1));
const entries = async () =>
  (await api.db.select().from(auditEntries).where(eq(auditEntries.action, 'alarms.exported'))).map(
    ({ custId, content }) => ({ custId, content }),
  );

test('an export of the history is a CSV file in the words and on the clock of its reader', async () => {
  await raise({
    ...{ outcome: 'falseAlarm', handledBy: 'Vikar', note: 'Falt; reiste seg' },
    resetAt: new Date(testNow + 60_000),
  });
  await raise({ metyId: metyId.manDown, state: 'open', receivedAt: new Date(testNow - 1000) });
  const { status, type, name, bytes } = await download();
  expect([status, type, name]).toEqual([200, 'text/csv; charset=utf-16le', 'alarmer_20260301130000.csv']);
  expect(bytes.toString('utf16le').split('\r\n')).toEqual([
    '\uFEFFsep=;',
    'Mottatt;Type;Enhet;Kunde;Utfall;Håndtert av;Serienummer;Tilbakestilt;Notat',
    `01.03.2026 13:00:00;Alarm;'=Åse;home;Utløst ved et uhell;Vikar;SO000001;01.03.2026 13:01:00;"Falt; reiste seg"`,
    `01.03.2026 12:59:59;Fall;'=Åse;home;Ikke tatt;;SO000001;;`,
    '',
  ]);
  const english = await api.download('nurse', '/ajax/alarms/history/export?language=en&timeZone=UTC');
  expect(english.name).toBe('alarms_20260301120000.csv');
  expect(linesOf(english.bytes)[0]).toMatch(/^01\/03\/2026 12:00:00;Alarm;/);
});

test('it has every alarm that passes the filter, once and newest first, however many pages that is', async () => {
  await api.db.execute(sql`
    insert into alarms (cust_id, devi_id, mety_id, code, happened_at, received_at, last_signal_at, tran_id,
      tran_source, state, rev, note, outcome)
    select ${testCustomers.home}, ${deviId}, 1, 'sos', t, t, t, 1, 3, 'reset', nextval('rev_seq'), n::text,
      case when n % 2 = 0 then 'test' else 'helped' end
    from generate_series(1, 1100) n, lateral (select ${new Date(testNow).toISOString()}::timestamptz - n / 2 * interval '1 ms' as t) s`);
  const all = (await notesIn()).map(Number);
  expect(all).toHaveLength(1100);
  expect(new Set(all).size).toBe(1100);
  expect([Math.floor((all[0] ?? 0) / 2), all.at(-1)]).toEqual([0, 1100]);
  expect(await notesIn('outcome=test')).toHaveLength(550);
  expect(await notesIn(`from=${testNow - 1}`)).toHaveLength(3);
  expect(await notesIn(`to=${testNow}`)).toHaveLength(1099);
});

test('it has the alarms of the caller’s customers and no others', async () => {
  const [other, firm] = [testCustomers.otherHome, testCustomers.firm];
  const before = (await entries()).length;
  await raise({ note: 'home' });
  await raise({ note: 'other', custId: other, deviId: await api.addDevice({ custId: other }) });
  await raise({ note: 'firm', custId: firm, deviId: await api.addDevice({ custId: firm }) });
  expect(await notesIn()).toEqual(['home']);
  expect((await notesIn('', 'manager')).sort()).toEqual(['home', 'other']);
  expect(await notesIn('', 'stranger')).toEqual(['firm']);
  expect(await notesIn(`custId=${testCustomers.home}`, 'stranger')).toEqual([]);
  expect((await download('', 'nobody')).status).toBe(403);
  expect(await entries()).toHaveLength(before + 4);
});

test('it is written down at the lowest customer above all of its alarms, without the texts of its search', async () => {
  const before = (await entries()).length;
  await raise({ handledBy: 'Kari' });
  await raise({ receivedAt: new Date(testNow + 60_000) }); // later than the export
  await download('who=Kari&metyId=1');
  const other = testCustomers.otherHome;
  await raise({ custId: other, deviId: await api.addDevice({ custId: other }) });
  await download('', 'manager');
  const written = (await entries()).slice(before);
  expect(written.map(({ custId, content }) => [custId, JSON.parse(content).after])).toEqual([
    [testCustomers.home, { filter: { metyId: 1 }, searched: true, count: 1 }],
    [testCustomers.municipality, { filter: {}, searched: false, count: 2 }],
  ]);
  expect(written[0]?.content).not.toContain('Kari');
});

test.each(['timeZone=Mars/Olympus', 'outcome=unknown&timeZone=UTC', 'from=x&timeZone=UTC'])(
  'with %s it is refused',
  async (query) => {
    expect((await api.download('nurse', `/ajax/alarms/history/export?${query}`)).status).toBe(400);
  },
);
