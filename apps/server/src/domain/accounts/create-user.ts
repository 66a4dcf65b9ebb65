import type { UserPolicy } from '@varde/catalogue/permissions';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { userPolicies, users } from './tables.ts';

export interface NewUser {
  /** The e-mail address; stored in lower case. */
  username: string;
  /** Computed before the transaction begins, with `hashPassword`. */
  passwordHash: string;
  firstName: string;
  lastName: string;
  policies: readonly UserPolicy[];
  language?: string;
  mobile?: string | null;
  /** The customer that the account belongs to; absent: the customer of its only policy, if there is exactly one. */
  custId?: number | null;
  temporaryUntil?: Date | null;
  /** When the user confirmed the e-mail address; absent: now. */
  emailValidatedAt?: Date;
  /** Absent: asked after the first login. */
  gdprAcceptedAt?: Date;
}

/** Adds a user with policies; null when the username is taken. */
export async function createUser(db: Database, user: NewUser): Promise<number | null> {
  const { policies, ...columns } = user;
  const custId = user.custId === undefined && policies.length === 1 ? policies[0]?.custId : user.custId;
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(users)
      .values({
        ...columns,
        custId: custId ?? null,
        username: user.username.trim().toLowerCase(),
      })
      .onConflictDoNothing({ target: users.username, where: isNull(users.invitedUntil) })
      .returning({ userId: users.userId });
    if (row === undefined) return null;
    if (policies.length > 0)
      await tx.insert(userPolicies).values(policies.map((policy) => ({ ...policy, userId: row.userId })));
    return row.userId;
  });
}

/** Whether an account has this username. An invited user has no account yet. */
export async function isUsernameTaken(db: Database, username: string): Promise<boolean> {
  const rows = await db
    .select({ userId: users.userId })
    .from(users)
    .where(and(eq(users.username, username.trim().toLowerCase()), isNull(users.invitedUntil)));
  return rows.length > 0;
}
