import { getTableColumns, sql } from 'drizzle-orm';
import { isNotLocated } from '#domain/devices/positioning-off.ts';
import { devices } from '#domain/devices/tables.ts';

const { twinName, twinStatus, ownListId, priority, entryPriority, sortName, entryId, ...ownColumns } =
  getTableColumns(devices);
const { deviceMac, fiwaNum, announced, activatedDate, ahpId, trainingApprovedBy, trainingApprovedAt, ...listedDevice } =
  ownColumns;

/** Columns of a device row on the wire. */
export const listedColumns = listedDevice;
export const detailColumns = {
  ...listedDevice,
  deviceMac,
  fiwaNum,
  announced,
  activatedDate,
  ahpId,
  trainingApprovedBy,
};

/**
 * A subquery instead of a join, so that every plan looks it up for the rows of a page only. Written as raw SQL, since
 * drizzle omits table names from the columns of a query on one table.
 */
export const ownerIsPrivate = sql<boolean>`(select c.kind = 'private' from customers c where c.cust_id = devices.cust_id)`;
export const notLocated = isNotLocated(sql`devices.devi_id`);
export const custName = sql<string>`(select c.firm_name from customers c where c.cust_id = devices.cust_id)`;
