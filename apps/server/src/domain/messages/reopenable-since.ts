import { reopenMs } from '@varde/catalogue/alarms';
import { type SQL, sql } from 'drizzle-orm';

/** An alarm that was reset before this time cannot be reopened. `now`: Unix milliseconds. */
export const reopenableSince = (now: number): SQL => sql`${new Date(now - reopenMs).toISOString()}::timestamptz`;
