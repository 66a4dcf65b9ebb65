import { createCustomer, createDevice } from '@varde/testing/factories';
import { clearTables, openTestDatabase } from '@varde/testing/test-database';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { devices } from '#domain/devices/tables.ts';
import { type OpenDatabase, queryRows } from '#platform/database/database.ts';
import { addressOf } from './address-of.ts';
import { placeKeyOf } from './place-key.ts';
import { addresses } from './tables.ts';

let opened: OpenDatabase;
let home: number;
let other: number;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  await clearTables(opened.db);
  home = await createCustomer(opened.db, { kind: 'municipality' });
  other = await createCustomer(opened.db, { kind: 'municipality' });
});

const here = { lat: 62.4722, lng: 6.1549 };
const keep = (custId: number, address: string, { lookedUpAt = new Date() as Date | null, named = false } = {}) => {
  const content = { address, lookedUpAt, named, keptUntil: new Date() };
  return opened.db
    .insert(addresses)
    .values({ lat: 6_247_220, lng: 615_490, custId, ...content })
    .onConflictDoUpdate({
      target: [addresses.lat, addresses.lng, addresses.custId, addresses.named],
      set: { address, lookedUpAt },
    });
};
const place = async (custId: number, posLati: number | null, posLong: number | null) => {
  const { deviId } = await createDevice(opened.db, { custId });
  await opened.db.update(devices).set({ posLati, posLong }).where(eq(devices.deviId, deviId));
};
/** Of each device, in the order in which they were placed. */
const shown = async () =>
  (
    await opened.db
      .select({ address: addressOf(devices) })
      .from(devices)
      .orderBy(asc(devices.deviId))
  ).map(({ address }) => address);

test('a place is shown as its own customer calls it, else as a service told this customer, and else not at all', async () => {
  await place(home, here.lat, here.lng);
  await place(other, here.lat, here.lng);
  expect(await shown()).toEqual([null, null]);
  await keep(home, '', { lookedUpAt: null });
  expect(await shown()).toEqual([null, null]);
  await keep(home, '');
  expect(await shown()).toEqual(['', null]);
  await keep(home, 'Storgata 1');
  await keep(other, 'Storgata 1 B');
  await keep(home, 'Bestemors hus', { named: true });
  expect(await shown()).toEqual(['Bestemors hus', 'Storgata 1 B']);
});

test('a place is the same within five decimals, and a position without a place has no address', async () => {
  await keep(home, 'Storgata 1');
  await place(home, 62.472204, 6.154895001);
  await place(home, 62.472206, 6.1549);
  await place(home, null, 6.1549);
  await place(home, 62.4722, null);
  await place(home, 90.1, 180.1);
  expect(await shown()).toEqual(['Storgata 1', null, null, null, null]);
});

test('the database and the server divide the earth alike', async () => {
  const degrees = [
    0,
    -0,
    62.4722,
    62.472195,
    62.4721949,
    -0.000005,
    -33.868819,
    89.999995,
    90,
    -90,
    90.000001,
    -90.1,
    Number.NaN,
  ];
  const rows = await queryRows<{ part: number | null }>(
    opened.db,
    sql`select place_part(degrees, 90) as part from unnest(${sql.param(degrees)}::float8[]) with ordinality as given (degrees, turn) order by turn`,
  );
  // 1 degree east, as 0,0 is no place for the server.
  const keys = degrees.map((lat) => placeKeyOf({ lat, lng: 1 })?.lat ?? null);
  expect(rows.map(({ part }) => part)).toEqual(keys.map((key) => (key === 0 ? 0 : key)));
  expect(keys.filter((key) => key === null)).toHaveLength(3);
  expect(await queryRows(opened.db, sql`select place_part(null, 90) as part`)).toEqual([{ part: null }]);
});
