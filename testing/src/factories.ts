import type { CustomerKind } from '@varde/catalogue/customer-kinds';
import type { Role } from '@varde/catalogue/permissions';
import { addConsent } from '@varde/server/domain/accounts/consents';
import { createUser as addUser } from '@varde/server/domain/accounts/create-user';
import { alarms } from '@varde/server/domain/alarms/tables';
import { insertCustomer } from '@varde/server/domain/customers/create-customer';
import { addIdentity } from '@varde/server/domain/devices/identities';
import { registerDevice } from '@varde/server/domain/devices/register-device';
import { transactions } from '@varde/server/domain/transactions/tables';
import type { Database } from '@varde/server/platform/database/database';
import { hashPassword } from '@varde/server/platform/secrets/passwords';

/** Records for tests, made by the product's own functions. Names are unique within a test file. */

let made = 0;
const nextNumber = () => {
  made += 1;
  return made;
};

export const testPassword = 'correct horse battery';

/** A customer without role policies; by default a municipality without a parent. Returns its id. */
export function createCustomer(
  db: Database,
  options: { kind?: CustomerKind; firmName?: string; parentId?: number | null } = {},
): Promise<number> {
  const { kind = 'municipality', firmName = `Kunde ${nextNumber()}`, parentId = null } = options;
  return insertCustomer(db, { kind, firmName, parentId });
}

export interface TestUser {
  userId: number;
  username: string;
}

const longAgo = new Date('2020-01-01');
let testPasswordHash: Promise<string> | null = null;

/**
 * A user with one role for a customer (null: everywhere), or without any policy, who has accepted the privacy text and
 * confirmed the notice about positions, unless `isNew`; `testPassword` logs in.
 */
export async function createUser(
  db: Database,
  held?: { role: Role; custId: number | null },
  username = `user-${nextNumber()}@test.example`,
  { isNew = false } = {},
): Promise<TestUser> {
  testPasswordHash ??= hashPassword(testPassword);
  const names = { firstName: 'Test', lastName: `Bruker ${nextNumber()}` };
  const userId = await addUser(db, {
    ...names,
    username,
    passwordHash: await testPasswordHash,
    policies: held === undefined ? [] : [held],
    ...(!isNew && { gdprAcceptedAt: longAgo }),
  });
  if (userId === null) throw new Error(`there is a user ${username} already`);
  if (isNew) return { userId, username };
  const said = { kind: 'positions', state: 'given', saidAt: longAgo, recordedAt: longAgo } as const;
  await addConsent(db, { userId, custId: held?.custId ?? null, ...said, recordedBy: userId });
  return { userId, username };
}

export interface TestDevice {
  deviId: number;
  identity: string;
  token: string | null;
}

/** A registered device; a Trigger Two 4G by default. */
export async function createDevice(
  db: Database,
  options: { custId: number; dehaId?: number; deviceName?: string; identity?: string; serial?: string },
): Promise<TestDevice> {
  const number = nextNumber();
  const identity = options.identity ?? `86${String(number).padStart(13, '0')}`;
  const registered = await registerDevice(db, {
    custId: options.custId,
    dehaId: options.dehaId ?? 23,
    deviceName: options.deviceName ?? `Enhet ${String(number).padStart(6, '0')}`,
    deviceSerialNumber: options.serial ?? `SN${String(number).padStart(8, '0')}`,
    identity,
  });
  if (registered === null) throw new Error(`there is a device ${identity} already`);
  return { deviId: registered.deviId, identity, token: registered.token };
}

/** The device speaks the open protocol over HTTP too, with this token. */
export async function speaksHttp(db: Database, { deviId, identity }: TestDevice): Promise<TestDevice> {
  const added = await addIdentity(db, { deviId, protocol: 'http', identity });
  if (added === null) throw new Error(`there is a device ${identity} over HTTP already`);
  return { deviId, identity, token: added.token };
}

/** A transaction that was received now: a heartbeat by default. Returns its number. */
export async function createTransaction(
  db: Database,
  options: { deviId: number; custId: number; assignmentId?: number; metyId?: number; recTs?: Date },
): Promise<number> {
  const { deviId, custId, assignmentId = null, metyId = 2, recTs = new Date() } = options;
  const tranId = nextNumber();
  const owner = { deviId, custId, assignmentId, dehaId: 23 };
  await db.insert(transactions).values({ ...owner, tranId, recTs, metyId, tranSource: 1 });
  return tranId;
}

interface AlarmOptions {
  deviId: number;
  /** Where its device was. */
  place?: { lat: number; lng: number };
  custId: number;
  assignmentId?: number;
  tranId?: number;
  /** Its kind; an SOS by default. */
  metyId?: number;
  /** Time of receipt, and by default of the event. */
  at?: Date;
  happenedAt?: Date;
}

/** An open alarm. Returns its id. */
export async function createAlarm(db: Database, options: AlarmOptions): Promise<number> {
  const { deviId, custId, assignmentId = null, tranId = nextNumber(), at = new Date() } = options;
  const { metyId = 1, happenedAt = at, place } = options;
  const [row] = await db
    .insert(alarms)
    .values({
      deviId,
      custId,
      assignmentId,
      tranId,
      metyId,
      code: 'sos',
      happenedAt,
      receivedAt: at,
      lastSignalAt: at,
      tranSource: 1,
      rev: nextNumber(),
      ...(place && { posLati: place.lat, posLong: place.lng, posTime: at, posType: 0 }),
    })
    .returning({ alarmId: alarms.alarmId });
  if (row === undefined) throw new Error('the database returned no alarm');
  return row.alarmId;
}
