import { hardwareById } from '@varde/catalogue/hardware/index';
import { roles } from '@varde/catalogue/permissions';
import { protocolByKey, registrationProtocol } from '@varde/catalogue/protocols';
import { scanOf } from '@varde/simulator/streets/access-points';
import { openTestDatabase } from '@varde/testing/test-database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '#domain/accounts/tables.ts';
import { customerRolePolicies, customers } from '#domain/customers/tables.ts';
import { deviceIdentities, devices, indoorLocationDevices, indoorLocations } from '#domain/devices/tables.ts';
import { geofences } from '#domain/geofences/tables.ts';
import { notificationReceivers } from '#domain/notifications/tables.ts';
import { findUnreached, isUnreached } from '#domain/notifications/unreached.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import { passwordMatches } from '../platform/secrets/passwords.ts';
import { hashOfToken } from '../platform/secrets/tokens.ts';
import { demoLogins, hasDemoAccounts, isDemoAccount } from './accounts.ts';
import { demoFleet } from './fleet.ts';
import { demoRoom } from './indoors.ts';
import { demoOrganisation } from './organisation.ts';
import { seedDemo } from './seed.ts';

let database: OpenDatabase;
const said: string[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  await seedDemo(database.db, (line) => said.push(line));
});
afterAll(() => database.close());

test('the municipality may read the audit log of its own customers and set how long their data is kept', async () => {
  const given = await database.db.select().from(customerRolePolicies).where(eq(customerRolePolicies.role, 'FIRM'));
  const kept = given.filter(({ policy }) => policy === 'AUDIT_LOG' || policy === 'RETENTION');
  const places = await database.db.select().from(customers);
  const own = places.find(({ firmName }) => firmName === 'Solvik kommune');
  expect(kept.map(({ custId, policy, status }) => [custId, policy, status]).sort()).toEqual([
    [own?.custId, 'AUDIT_LOG', 'active'],
    [own?.custId, 'RETENTION', 'active'],
  ]);
});

test('there is one login for each role, and it works', async () => {
  expect([...new Set(demoLogins.map(({ role }) => role))].sort()).toEqual(roles.map(({ key }) => key).sort());
  const rows = await database.db.select().from(users);
  for (const { username, password } of demoLogins) {
    const row = rows.find((user) => user.username === username);
    expect(await passwordMatches(row?.passwordHash ?? null, password)).toBe(true);
    expect(isDemoAccount(username)).toBe(true);
  }
  expect(await hasDemoAccounts(database.db)).toBe(true);
});

test('one device has a fence, enabled and around its home, which it does not leave', async () => {
  const fenced = await database.db.select().from(geofences).innerJoin(devices, eq(devices.deviId, geofences.deviId));
  expect(fenced).toHaveLength(1);
  const device = demoFleet.find(({ name }) => name === fenced[0]?.devices.deviceName);
  expect(device?.behaviour).toMatch(/^stays/);
  expect(hardwareById(device?.dehaId ?? 0)?.capabilities.positioning).toBe(true);
  expect(fenced[0]?.geofences).toMatchObject({
    enabled: true,
    vertices: [{ lat: device?.lat, lng: device?.lng }],
    outside: null,
  });
});

test('a watch that stays at home has an indoor location there, by the access points that the simulator lets it hear', async () => {
  const watch = demoFleet.find(({ name }) => name === demoRoom.device);
  expect(watch?.behaviour).toMatch(/^stays/);
  expect(watch?.lat).toBeCloseTo(demoRoom.lat);
  expect(watch?.lng).toBeCloseTo(demoRoom.lng);
  expect(hardwareById(watch?.dehaId ?? 0)?.capabilities.wifiScan).not.toBeNull();
  const at = { at: 0, course: 0, battery: 90, charging: false, steps: 0, historical: false };
  const health = { heartRate: 70, systolic: 120, diastolic: 80 };
  const heard = scanOf({ ...at, ...health, kind: 'position', place: demoRoom, speed: 0 });
  expect(heard.slice(0, 3).map(({ mac, rssi }) => [mac, rssi])).toEqual(demoRoom.heard);
  const [row] = await database.db.select().from(indoorLocations);
  expect(row).toMatchObject({ name: 'Dagstua', custId: null });
  expect(await database.db.$count(indoorLocationDevices)).toBe(3);
});

test('sixty devices of many kinds are registered as in the fleet file', async () => {
  expect(demoFleet).toHaveLength(60);
  expect(new Set(demoFleet.map(({ dehaId }) => dehaId)).size).toBeGreaterThanOrEqual(20);
  expect(new Set(demoFleet.map(({ behaviour }) => behaviour)).size).toBe(12);
  const rows = await database.db
    .select()
    .from(devices)
    .innerJoin(deviceIdentities, eq(deviceIdentities.deviId, devices.deviId));
  expect(rows).toHaveLength(60);
  for (const { identity, protocol, dehaId, name, token } of demoFleet) {
    const row = rows.find(({ device_identities: its }) => its.identity === identity && its.protocol === protocol);
    expect(row).toMatchObject({
      devices: { dehaId, deviceName: name },
      device_identities: { secret: token === undefined ? null : hashOfToken(token) },
    });
    expect(registrationProtocol(hardwareById(dehaId) ?? { protocol: '' }).key).toBe(protocol);
    expect(token !== undefined).toBe(protocolByKey(protocol).token);
  }
  expect(demoFleet.filter(({ dehaId }) => hardwareById(dehaId)?.family === 'home')).toHaveLength(1);
});

test('an SOS of each device is told to somebody by mail to an address that nobody has, except those of Tor', async () => {
  const reach = { at: new Date(), working: new Set(['email' as const]) };
  const unreached = await database.db
    .selectDistinct({ name: customers.firmName })
    .from(devices)
    .innerJoin(customers, eq(customers.custId, devices.custId))
    .where(isUnreached(await findUnreached(database.db, 'all', reach)));
  expect(unreached).toEqual([{ name: 'Privatkunde Tor' }]);
  const receivers = await database.db.select().from(notificationReceivers);
  for (const { email, mobile } of receivers)
    expect([email, mobile]).toEqual([expect.stringMatching(/@solvik\.example$/), null]);
});

test('a database with customers is left unchanged', async () => {
  const before = said.length;
  await seedDemo(database.db, (line) => said.push(line));
  expect(said).toHaveLength(before);
  expect(await database.db.select().from(customers)).toHaveLength(demoOrganisation.length);
});
