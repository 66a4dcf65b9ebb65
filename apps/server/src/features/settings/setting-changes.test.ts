import { type FeatureApi, openFeatureApi, type Person, testCustomers, testNow } from '@varde/testing/feature-api';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commands } from '#domain/commands/tables.ts';
import { beginAssignment } from '#domain/life/begin-assignment.ts';
import { deviceSettings } from '#domain/settings/tables.ts';
import { settingsHandlers } from './handlers.ts';

const wireGroups = {
  watch: [['trackingInterval'], ['phoneNoWhiteList1', 'phoneNoWhiteList2', 'phoneNoWhiteList3']],
};
const atHome = [{ role: 'RESTRICTED_USER', custId: testCustomers.home }] as const;
let api: FeatureApi;
let deviId: number;
beforeAll(async () => {
  api = await openFeatureApi((deps) => ({ group: 'settings', handlers: settingsHandlers({ ...deps, wireGroups }) }));
});
afterAll(() => api.close());
beforeEach(async () => {
  api.setRights('colleague', { policies: atHome });
  await api.clear();
  api.clock.set(testNow);
  deviId = await api.addDevice({ dehaId: 34, protocol: 'watch' });
});

const url = (path = '') => `/ajax/devices/${deviId}/settings${path}`;
/** A save, one minute after the one before it. */
async function save(who: Person, values: object): Promise<void> {
  api.clock.set(api.clock.now() + 60_000);
  expect((await api.call(who, 'PUT', url(), { values })).status).toBe(200);
}
const list = async (who: Person = 'nurse', query = '') => (await api.call(who, 'GET', url(`/changes${query}`))).body;
interface Entry {
  changes: { key: string; to: unknown; delivery: object | null }[];
}
const entries = async (...asked: Parameters<typeof list>): Promise<Entry[]> => (await list(...asked)).entries;
const minute = (n: number) => testNow + n * 60_000;
const waits = { state: 'pending', reason: null, sentAt: null, endedAt: null };

test('a change has its user, the value before and after, and when it was sent and confirmed, newest first', async () => {
  await save('nurse', { trackingInterval: 60 });
  const times = { sentAt: new Date(minute(1) + 5), endedAt: new Date(minute(1) + 9) };
  await api.db.update(commands).set({ state: 'confirmed', ...times });
  await save('colleague', { trackingInterval: 600, phoneNoWhiteList1: '1001' });
  const confirmed = { state: 'confirmed', reason: null, sentAt: minute(1) + 5, endedAt: minute(1) + 9 };
  const blank = { auditId: expect.any(Number), program: null, kept: false };
  expect(await entries()).toEqual([
    {
      ...{ ...blank, at: minute(2), by: 'colleague Test' },
      changes: [
        { key: 'trackingInterval', from: 60, to: 600, delivery: waits },
        { key: 'phoneNoWhiteList1', from: null, to: '1001', delivery: waits },
      ],
    },
    {
      ...{ ...blank, at: minute(1), by: 'nurse Test' },
      changes: [{ key: 'trackingInterval', from: null, to: 60, delivery: confirmed }],
    },
  ]);
});

test('a value whose command gave way to a newer one with it has the delivery of that; one that was replaced has not', async () => {
  await save('nurse', { phoneNoWhiteList1: '1001' });
  await save('nurse', { phoneNoWhiteList2: '1002' });
  await save('nurse', { phoneNoWhiteList1: '1003' });
  const [last] = await api.db.select().from(commands).orderBy(desc(commands.commandId));
  const sent = { state: 'sent', sentAt: new Date(minute(4)) } as const;
  await api.db
    .update(commands)
    .set(sent)
    .where(eq(commands.commandId, last?.commandId ?? 0));
  expect((await entries()).map(({ changes }) => changes[0]?.delivery)).toMatchObject([
    { state: 'sent', sentAt: minute(4) },
    { state: 'sent', sentAt: minute(4) },
    { state: 'cancelled', reason: 'superseded' },
  ]);
});

test('a value that the device had instead is the one before a new one, and what a user kept was not sent', async () => {
  await save('nurse', { trackingInterval: 60 });
  await api.db.update(commands).set({ state: 'confirmed', endedAt: new Date(minute(1)) });
  const reports = (value: string, at: number) =>
    api.db.update(deviceSettings).set({ reported: sql`${value}::jsonb`, reportedAt: new Date(at) });
  await reports('300', minute(2));
  api.clock.set(minute(3));
  await api.call('nurse', 'POST', url('/reported'), { values: { trackingInterval: 300 } });
  expect((await entries())[0]).toMatchObject({ kept: true, changes: [{ from: 60, to: 300, delivery: null }] });
  await reports('120', minute(4));
  await save('nurse', { trackingInterval: 300 });
  expect((await entries())[0]).toMatchObject({ kept: false, changes: [{ from: 120, to: 300, delivery: waits }] });
});

test('one setting is asked for alone, and a page goes on where the one before ended', async () => {
  for (const trackingInterval of [60, 120, 600]) await save('nurse', { trackingInterval });
  await save('nurse', { phoneNoWhiteList1: '1001' });
  const values = (of: Entry[]) => of.map(({ changes }) => changes[0]?.to);
  expect(values(await entries('nurse', '?key=trackingInterval'))).toEqual([600, 120, 60]);
  const first = await list('nurse', '?limit=3');
  expect(values(first.entries)).toEqual(['1001', 600, 120]);
  const last = await list('nurse', `?limit=3&cursor=${first.nextCursor}`);
  expect([values(last.entries), last.nextCursor]).toEqual([[60], null]);
  expect((await api.call('nurse', 'GET', url('/changes?cursor=x'))).status).toBe(400);
  expect(await entries('nurse', '?key=unknown')).toEqual([]);
});

test('settings that are closed to a user are not in it, nor is anything of a foreign device or a former wearer', async () => {
  await save('nurse', { trackingInterval: 60, phoneNoWhiteList1: '1001' });
  const only = ['DEVICE_LIST', 'DEVICE_SETTINGS', 'DEVICE_TRACKING', 'VARDE'] as const;
  api.setRights('colleague', { policies: atHome, only });
  expect((await entries('colleague'))[0]?.changes.map(({ key }) => key)).toEqual(['trackingInterval']);
  expect((await api.call('stranger', 'GET', url('/changes'))).status).toBe(404);
  expect((await api.call('tracker', 'GET', url('/changes'))).status).toBe(403);
  await beginAssignment(api.db, { deviId, custId: testCustomers.home, at: new Date(minute(10)) });
  expect(await entries()).toEqual([]);
  // The value stays, but not the name of whoever set it: that may be a user of another customer, or the wearer.
  const { settings } = (await api.call('nurse', 'GET', url())).body;
  const kept = settings.find(({ key }: { key: string }) => key === 'trackingInterval');
  expect(kept).toMatchObject({ desired: 60, changed: { by: null, at: minute(1) } });
});
