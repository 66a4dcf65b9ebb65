import type { Role } from '@varde/catalogue/permissions';
import { and, asc, count, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, queryRows } from '#platform/database/database.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { cursorId, cursorTime, decodeCursor, pageOf } from '#platform/http/cursor.ts';
import { hashOfToken } from '#platform/secrets/tokens.ts';
import { customers } from '../customers/tables.ts';
import { registrationLifeMs } from './registration-life.ts';
import { registrations, userPolicies, users } from './tables.ts';

/** The role of whoever registers with a coupon code, at a customer of their own. */
export const roleOfPrivateUsers: Role = 'RESTRICTED_USER';

export type Registration = typeof registrations.$inferSelect;
type NewRegistration = Omit<typeof registrations.$inferInsert, 'createdAt' | 'expiresAt'>;

export async function insertRegistration(db: Database, now: number, registration: NewRegistration): Promise<void> {
  const expiresAt = new Date(now + registrationLifeMs);
  await db.insert(registrations).values({ ...registration, createdAt: new Date(now), expiresAt });
}

/** The registration of a confirmation link; undefined when it does not exist or the link has expired. */
export async function findByToken(db: Database, token: string, now: number): Promise<Registration | undefined> {
  const [row] = await db.select().from(registrations).where(ofToken(token, now));
  return row;
}

/** `findByToken`, with a lock on the row until the transaction ends. */
export async function lockByToken(tx: Database, token: string, now: number): Promise<Registration | undefined> {
  const found = await findByToken(tx, token, now);
  if (found === undefined) return undefined;
  await lockUsername(tx, found.username);
  return findByToken(tx, token, now);
}

/** Locks all registrations with the username, in ascending order: activating one deletes the others. */
async function lockUsername(tx: Database, username: string): Promise<void> {
  await tx
    .select({ registrationId: registrations.registrationId })
    .from(registrations)
    .where(eq(registrations.username, username))
    .orderBy(asc(registrations.registrationId))
    .for('no key update');
}

const ofToken = (token: string, now: number) =>
  and(eq(registrations.tokenHash, hashOfToken(token)), gt(registrations.expiresAt, new Date(now)));

/** A waiting registration, locked until the transaction ends. */
export async function lockWaiting(tx: Database, registrationId: number): Promise<Registration | undefined> {
  const find = async () => {
    const isThis = and(eq(registrations.registrationId, registrationId), isWaiting);
    const [row] = await tx.select().from(registrations).where(isThis);
    return row;
  };
  const found = await find();
  if (found === undefined) return undefined;
  await lockUsername(tx, found.username);
  return find();
}

export async function markWaiting(tx: Database, registrationId: number, at: Date): Promise<void> {
  await tx
    .update(registrations)
    .set({ state: 'waiting', confirmedAt: at })
    .where(eq(registrations.registrationId, registrationId));
}

/** Marks a registration as active. Other registrations with the username are void, and are deleted. */
export async function markActive(tx: Database, { registrationId, username }: Registration, at: Date): Promise<void> {
  await tx
    .update(registrations)
    .set({
      state: 'active',
      passwordHash: null,
      confirmedAt: sql`coalesce(${registrations.confirmedAt}, ${at.toISOString()}::timestamptz)`,
    })
    .where(eq(registrations.registrationId, registrationId));
  await tx
    .delete(registrations)
    .where(and(eq(registrations.username, username), ne(registrations.registrationId, registrationId)));
}

export async function deleteRegistration(tx: Database, registrationId: number): Promise<void> {
  await tx.delete(registrations).where(eq(registrations.registrationId, registrationId));
}

/**
 * The alarm centre of a new customer. `ahpId` is the ordinal of an alarm centre of the installation, from 1, the
 * oldest. Null when there are fewer, and below a customer that has chosen one: its choice applies to its private users
 * too.
 */
export async function findAlarmCentre(tx: Database, ahpId: number, parentId: number | null): Promise<number | null> {
  const [row] = await queryRows<{ cust_id: number }>(
    tx,
    sql`select p.cust_id from customers p where p.kind = 'partner' and not exists (
          select from customers parent join customers above on above.cust_id = any(parent.path)
          where parent.cust_id = ${parentId} and above.default_ahp is not null)
        order by p.cust_id limit 1 offset ${ahpId - 1}`,
  );
  return row?.cust_id ?? null;
}

const isWaiting: SQL = eq(registrations.state, 'waiting');
const position = z.tuple([cursorTime, cursorId]);

/** A page of the waiting registrations, longest waiting first, each with the existing customer that has its number. */
export async function listWaiting(db: Database, { cursor, limit }: { cursor?: string | undefined; limit: number }) {
  const rows = await db
    .select({
      registration: registrations,
      sameNumber: { custId: customers.custId, firmName: customers.firmName },
      confirmed: microseconds(registrations.confirmedAt),
    })
    .from(registrations)
    .leftJoin(customers, and(eq(customers.orgNumber, registrations.orgNumber), eq(customers.kind, 'firm')))
    .where(and(isWaiting, cursor === undefined ? undefined : after(cursor)))
    .orderBy(asc(registrations.confirmedAt), asc(registrations.registrationId))
    .limit(limit + 1);
  return pageOf(rows, limit, ({ confirmed, registration }) => [confirmed, registration.registrationId]);
}

function after(cursor: string): SQL {
  const [confirmed, registrationId] = decodeCursor(cursor, position);
  return sql`(${registrations.confirmedAt}, ${registrations.registrationId})
    > (${fromMicroseconds(confirmed)}, ${registrationId}::int)`;
}

export async function countWaiting(db: Database): Promise<number> {
  const [row] = await db.select({ count: count() }).from(registrations).where(isWaiting);
  return row?.count ?? 0;
}

/** Administrators of the whole installation who can log in. */
export function listAdministrators(db: Database): Promise<{ username: string; language: string }[]> {
  return db
    .select({ username: users.username, language: users.language })
    .from(users)
    .innerJoin(userPolicies, eq(userPolicies.userId, users.userId))
    .where(
      and(
        eq(userPolicies.role, 'SUPERFIRM'),
        isNull(userPolicies.custId),
        isNull(users.disabledAt),
        isNull(users.invitedUntil),
      ),
    );
}
