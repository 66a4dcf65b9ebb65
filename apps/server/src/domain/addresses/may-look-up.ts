import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';

/** Whether places and words of a customer may be told to an address service: as it says, else as the one above says. */
export async function mayLookUp(db: Database, custId: number): Promise<boolean> {
  const [row] = await queryRows<{ may: boolean }>(db, sql`select may_look_up_addresses(${custId}::int) as may`);
  return row?.may ?? false;
}
