import { hasAction, pressedActionByKey } from '@varde/catalogue/device-actions';
import { ne, sql } from 'drizzle-orm';
import { createUser } from '#domain/accounts/create-user.ts';
import { queueCommand } from '#domain/commands/commands.ts';
import { createCustomer } from '#domain/customers/create-customer.ts';
import { storePrice } from '#domain/customers/partner-prices.ts';
import { putRolePolicy } from '#domain/customers/role-policies.ts';
import { customers } from '#domain/customers/tables.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import { putIndoorLocation } from '#domain/devices/indoor-locations.ts';
import { registerDevice } from '#domain/devices/register-device.ts';
import { unknownState } from '#domain/geofences/fence-state.ts';
import { addFence } from '#domain/geofences/geofences.ts';
import { saveList } from '#domain/notifications/lists.ts';
import type { Database } from '../platform/database/database.ts';
import { ownCustId } from '../platform/database/scope-condition.ts';
import { hashPassword } from '../platform/secrets/passwords.ts';
import { demoLogins } from './accounts.ts';
import { demoFenceOf } from './fences.ts';
import { demoFleetByCustomer } from './fleet.ts';
import { demoRoom } from './indoors.ts';
import { demoLists } from './lists.ts';
import { type DemoCustomerKey, demoOrganisation } from './organisation.ts';
import { demoPrices } from './prices.ts';

/**
 * Fills an empty database with the demo organisation, in one transaction. A database with customers is left unchanged.
 */
export async function seedDemo(db: Database, progress: (line: string) => void): Promise<void> {
  const others = ne(customers.custId, ownCustId);
  const existing = await db.select({ custId: customers.custId }).from(customers).where(others).limit(1);
  if (existing.length > 0) return;
  progress('Filling in Solvik kommune …');
  const logins = await Promise.all(
    demoLogins.map(async (login) => ({ ...login, passwordHash: await hashPassword(login.password) })),
  );
  await db.transaction(async (tx) => {
    const custIds = new Map<DemoCustomerKey, number>();
    const custIdOf = (key: DemoCustomerKey) => {
      const custId = custIds.get(key);
      if (custId === undefined) throw new Error(`the demo has no customer ${key}`);
      return custId;
    };
    for (const { key, parent, kind, firmName } of demoOrganisation) {
      const parentId = parent === null ? null : custIdOf(parent);
      custIds.set(key, await createCustomer(tx, { kind, firmName, parentId }));
    }
    // The municipality is the data controller of its own customers.
    for (const policy of ['AUDIT_LOG', 'RETENTION'] as const) {
      const given = { role: 'FIRM', policy, status: 'active', information: 'all' } as const;
      await putRolePolicy(tx, { custId: custIdOf('municipality'), ...given });
    }
    for (const { amount, ...price } of demoPrices)
      await storePrice(tx, { custId: custIdOf('partner'), ...price }, amount);
    for (const { role, customer, username, passwordHash, firstName, lastName } of logins) {
      const policies = [{ role, custId: customer === null ? null : custIdOf(customer) }];
      const names = { username, firstName, lastName };
      await createUser(tx, { ...names, passwordHash, policies, gdprAcceptedAt: new Date() });
    }
    for (const { customer, receivers } of demoLists)
      await saveList(tx, { custId: custIdOf(customer) }, { rev: 0, receivers, at: new Date(), userId: null });
    let serial = 0;
    for (const { customer, devices } of demoFleetByCustomer) {
      for (const device of devices) {
        const { dehaId, identity, name, token } = device;
        serial += 1;
        const registered = await registerDevice(tx, {
          dehaId,
          identity,
          custId: custIdOf(customer),
          deviceName: name,
          deviceSerialNumber: `SO${String(serial).padStart(6, '0')}`,
          ...(token === undefined ? {} : { token }),
        });
        if (registered === null) continue;
        const { deviId } = registered;
        // Its report says what it can beyond its type.
        if (hasAction(dehaId, pressedActionByKey('sync')))
          await queueCommand(tx, { deviId, command: { kind: 'readSettings' }, userId: null, at: new Date() });
        const assignmentId = await presentAssignmentId(tx, deviId);
        const fence = demoFenceOf(device);
        if (fence !== null) await addFence(tx, { ...fence, ...unknownState, assignmentId, deviId });
        if (name === demoRoom.device) await furnishRoom(tx, { deviId, assignmentId });
      }
    }
  });
  await db.execute(sql`analyze`); // the embedded database never runs it by itself
}

/** The indoor location of the demo's watch. */
async function furnishRoom(tx: Database, boundTo: { deviId: number; assignmentId: number }): Promise<void> {
  const { heard, name, lat, lng, address } = demoRoom;
  const scannedTime = Date.now();
  const points = heard.map(([macAddress, signalStrength]) => {
    return { type: 'W' as const, macAddress, name: '', scannedTime, signalStrength, add: false };
  });
  await putIndoorLocation(tx, null, { custId: null, boundTo, name, lat, lng, address, points });
}
