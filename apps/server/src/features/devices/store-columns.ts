import { getTableColumns, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';

const { deviceMac, fiwaNum, activatedDate, ...listedDevice } = getTableColumns(devices);

/** What a device row on the wire is made of. */
export const listedColumns = listedDevice;
export const detailColumns = { ...listedDevice, fiwaNum, activatedDate };

/**
 * A subquery and not a join, so that it is looked up for the rows of a page only, whatever plan is chosen. Written out,
 * since drizzle leaves table names out of the columns of a query on one table.
 */
export const custName = sql<string>`(select c.firm_name from customers c where c.cust_id = devices.cust_id)`;
