import { sql } from 'drizzle-orm';
import { bigint, customType } from 'drizzle-orm/pg-core';

/** PostgreSQL column types that drizzle lacks, and columns that many tables share. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
/** The revision of a row: the higher one is the newer state, whatever the order of arrival. */
export const rev = () => bigint({ mode: 'number' }).default(sql`nextval('rev_seq')`);
