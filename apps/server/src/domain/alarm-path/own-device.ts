import { randomInt } from 'node:crypto';
import { watchSeven } from '@varde/catalogue/hardware/watch-seven';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { ownCustId } from '#platform/database/scope-condition.ts';
import { alarms } from '../alarms/tables.ts';
import { customers } from '../customers/tables.ts';
import { changeDevice } from '../devices/change-device.ts';
import { lockAlsoDeleted } from '../devices/find-device.ts';
import { registerDevice } from '../devices/register-device.ts';
import { deviceIdentities, devices } from '../devices/tables.ts';
import { ownNumber } from '../messages/own-number.ts';
import { saveList } from '../notifications/lists.ts';
import { transactions } from '../transactions/tables.ts';

const ownSerial = 'VARDE-TEST';

export interface OwnDevice {
  deviId: number;
  identity: string;
}

/** Varde's test device with its customer and its notification list; they are created when they do not exist. */
export async function ownDevice(db: Database, at: Date): Promise<OwnDevice> {
  return (await findOwnDevice(db)) ?? createOwnDevice(db, at);
}

async function findOwnDevice(db: Database): Promise<OwnDevice | undefined> {
  const [found] = await db
    .select({ deviId: devices.deviId, identity: deviceIdentities.identity })
    .from(devices)
    .innerJoin(deviceIdentities, eq(deviceIdentities.deviId, devices.deviId))
    .where(eq(devices.custId, ownCustId));
  return found;
}

/** Nobody knows its identity: whoever did could make a check pass, or fail. */
const newIdentity = (): string => Array.from({ length: 15 }, () => randomInt(10)).join('');

function createOwnDevice(db: Database, at: Date): Promise<OwnDevice> {
  return db.transaction(async (tx) => {
    const own = { custId: ownCustId, kind: 'firm' as const, firmName: 'Varde', path: [ownCustId] };
    await tx.insert(customers).values(own).onConflictDoNothing();
    const receiver = { name: 'Varde', mobile: ownNumber, email: null, channels: ['sms' as const] };
    const receivers = [{ ...receiver, events: [], hours: null, waitSeconds: 0 }];
    await saveList(tx, { custId: ownCustId }, { rev: 0, receivers, repeats: 0, at, userId: null });
    const identity = newIdentity();
    const registered = await registerDevice(tx, {
      dehaId: watchSeven.dehaId,
      custId: ownCustId,
      deviceName: 'Varde',
      deviceSerialNumber: ownSerial,
      identity,
    });
    if (registered === null) throw new Error(`a device with the serial number ${ownSerial} exists`);
    return { deviId: registered.deviId, identity };
  });
}

/** Removes every trace of earlier test alarms: 288 a day would bury the rest. */
export function removeTestAlarms(db: Database, deviId: number): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAlsoDeleted(tx, deviId);
    await tx.delete(alarms).where(eq(alarms.deviId, deviId));
    await tx.delete(transactions).where(sql`${transactions.deviId} = ${deviId}`);
    await changeDevice(tx, deviId, { flags: [], status: 'clear' });
  });
}
