import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#platform/database/database.ts';
import type { UplinkOf } from '#processing/batch.ts';
import { unknownDevices } from './tables.ts';
import { capacityPerAddress, recordUnknownDevices, totalCapacity } from './unknown-devices.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
let now: number;
beforeEach(async () => {
  await clearTables(opened.db);
  now = Date.UTC(2026, 2, 1, 12);
});

const call = (identity: string, remoteAddress: string, receivedAt = now++): UplinkOf<'message'> => ({
  kind: 'message',
  protocol: 'eview',
  identity,
  gatewayId: 'test',
  connectionId: '1',
  remoteAddress,
  receivedAt,
  tranSource: 3,
  word: 'data',
  retryKey: null,
  timed: false,
  raw: new Uint8Array([1]),
  report: { samples: [], confirmations: [] },
});
const list = (...uplinks: UplinkOf<'message'>[]) => recordUnknownDevices(opened.db, uplinks);
const listed = async () => (await opened.db.select().from(unknownDevices)).map(({ identity }) => identity);
/** Records invented identities, a batch at a time. */
async function flood(count: number, addressOf: (n: number) => string, batch = 100): Promise<void> {
  for (let n = 0; n < count; n += batch)
    await list(...Array.from({ length: batch }, (_, k) => call(`made-up-${n + k}`, addressOf(n + k))));
}
const stranger = () => '203.0.113.9';

test('a device is listed once, with its count, its first call and its last address', async () => {
  await list(call('1', '192.0.2.1', 1000), call('1', '192.0.2.1', 2000), call('2', '192.0.2.1', 2000));
  await list(call('1', '192.0.2.2', 3000));
  const rows = await opened.db.select().from(unknownDevices);
  expect(rows).toHaveLength(2);
  expect(rows.find(({ identity }) => identity === '1')).toMatchObject({
    firstSeen: new Date(2000),
    lastSeen: new Date(3000),
    count: 3,
    lastAddress: '192.0.2.2',
    source: '192.0.2.2',
  });
});

test('a flood of made-up identities evicts none of another address, and keeps no more than its own capacity', async () => {
  await list(call('real', '192.0.2.1'));
  await flood(3000, stranger);
  const left = await listed();
  expect(left).toContain('real');
  expect(left.length).toBeLessThanOrEqual(capacityPerAddress + 51);
});

test('at one address a device that has called again stays, and the oldest of the made-up ones are evicted', async () => {
  await list(call('real', stranger()), call('called-once', stranger()));
  await list(call('real', stranger()));
  await flood(1000, stranger);
  const left = await listed();
  expect(left).toContain('real');
  expect(left).not.toContain('called-once');
  expect(left).not.toContain('made-up-0');
  expect(left).toContain('made-up-999');
});

test('a device that calls for the first time during a flood from its address is listed', async () => {
  await flood(1000, stranger);
  for (let n = 0; n < 400; n++) {
    await list(call(`again-${n % 200}`, stranger())); // made-up ones that call again fill half of the capacity at most
  }
  await list(call('real', stranger()));
  expect(await listed()).toContain('real');
});

test('thousands in one batch do not exceed the capacity', async () => {
  await list(...Array.from({ length: 5000 }, (_, n) => call(`made-up-${n}`, stranger())), call('real', '192.0.2.1'));
  const left = await listed();
  expect(left).toContain('real');
  expect(left).toHaveLength(capacityPerAddress + 1);
});

test('an IPv6 network counts as one address', async () => {
  await flood(1000, (n) => `2001:db8:1:2::${(n + 1).toString(16)}`);
  expect((await listed()).length).toBeLessThanOrEqual(capacityPerAddress + 51);
});

test('from many addresses, those with the most entries lose first: an address with one device keeps it', async () => {
  await list(call('real', '192.0.2.1'), call('other', '2001:db8::1'));
  await flood(4000, (n) => `10.0.${n % 20}.1`);
  const left = await listed();
  expect(left.length).toBeLessThanOrEqual(totalCapacity + 51);
  expect(left.length).toBeGreaterThan(totalCapacity / 2);
  expect(left).toEqual(expect.arrayContaining(['real', 'other']));
});

test('a very long frame is truncated, and a short one is kept whole', async () => {
  await list({ ...call('long', stranger()), raw: new Uint8Array(5000).fill(7) });
  await list({ ...call('short', stranger()), raw: new Uint8Array(4096).fill(7) });
  const rows = await opened.db.select().from(unknownDevices).orderBy(unknownDevices.identity);
  expect(rows.map(({ lastRaw }) => [lastRaw.length, lastRaw.at(-1)])).toEqual([
    [4096, 7],
    [4096, 7],
  ]);
});

test('an identity on two protocols is two devices, each with its last frame', async () => {
  const watch = { ...call('1', '192.0.2.2'), protocol: 'watch' as const, word: 'LK' };
  await list(call('1', '192.0.2.1'), watch, call('1', '192.0.2.3'));
  const rows = await opened.db.select().from(unknownDevices).orderBy(unknownDevices.protocol);
  expect(rows).toMatchObject([
    { protocol: 'eview', count: 2, lastAddress: '192.0.2.3', lastWord: 'data' },
    { protocol: 'watch', count: 1, lastAddress: '192.0.2.2', lastWord: 'LK' },
  ]);
});
