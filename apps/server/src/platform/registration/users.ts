import type { UserPolicy } from '@varde/catalogue/permissions';
import { eq } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { hashPassword } from '../passwords.ts';
import { userPolicies, users } from '../schema.ts';

export interface NewUser {
  /** The e-mail address; stored in lower case. */
  username: string;
  password: string;
  firstName: string;
  lastName: string;
  policies: readonly UserPolicy[];
  language?: string;
}

/** Adds a user with policies; null when the username is taken. */
export async function createUser(db: Database, user: NewUser): Promise<number | null> {
  const { policies, password, ...names } = user;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(users)
      .values({ ...names, username: user.username.trim().toLowerCase(), passwordHash })
      .onConflictDoNothing({ target: users.username })
      .returning({ userId: users.userId });
    if (row === undefined) return null;
    if (policies.length > 0)
      await tx.insert(userPolicies).values(policies.map((policy) => ({ ...policy, userId: row.userId })));
    return row.userId;
  });
}

/** Whether somebody has this username already. */
export async function isUsernameTaken(db: Database, username: string): Promise<boolean> {
  const rows = await db
    .select({ userId: users.userId })
    .from(users)
    .where(eq(users.username, username.trim().toLowerCase()));
  return rows.length > 0;
}
