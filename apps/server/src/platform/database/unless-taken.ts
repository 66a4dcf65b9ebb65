import type { Database } from './database.ts';

const uniqueViolation = '23505';

/**
 * Does work in a transaction of its own, or within the caller's. Returns false, and has changed nothing, on a conflict
 * with this unique index. Of two concurrent ones, the second waits for the first to commit.
 */
export async function unlessTaken(
  db: Database,
  index: string,
  work: (tx: Database) => Promise<unknown>,
): Promise<boolean> {
  try {
    await db.transaction(work);
    return true;
  } catch (error) {
    if (violates(error, index)) return false;
    throw error;
  }
}

/** Drizzle wraps the driver's errors. */
function violates(error: unknown, index: string): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint, cause } = error as Error & { code?: unknown; constraint?: unknown };
  return (code === uniqueViolation && constraint === index) || violates(cause, index);
}
