import { type SQL, sql } from 'drizzle-orm';

/** Who waits for a test longer than this has sent another one. */
const worthSendingMs = 3_600_000;

/** A test of a notification list from before this time is not sent any more. `now`: Unix milliseconds. */
export const testedSince = (now: number): SQL => sql`${new Date(now - worthSendingMs).toISOString()}::timestamptz`;
