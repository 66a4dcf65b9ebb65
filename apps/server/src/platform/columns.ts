import { sql } from 'drizzle-orm';
import { bigint, customType } from 'drizzle-orm/pg-core';

/** Column types that PostgreSQL has and drizzle has not, and those that many tables share. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
/** The revision of a row: the higher one is the newer state, whatever arrives first. */
export const rev = () => bigint({ mode: 'number' }).default(sql`nextval('rev_seq')`);
