import type { SettingValue } from '@varde/catalogue/settings/types';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { customerSettings } from './tables.ts';

/** The defaults of one setting along the tree. */
export interface StoredDefault {
  /** Of the customer itself; null: none. */
  own: SettingValue | null;
  /** Of the nearest customer above that has one. */
  inherited: { value: SettingValue; customerName: string } | null;
}

interface DefaultRow {
  key: string;
  /** JSON text: drizzle would parse a telephone number in a JSON string a second time. */
  value: string;
  firm_name: string;
  is_own: boolean;
}

/** The default settings of a customer for a type of device, by key. */
export async function defaultsOf(
  db: Database,
  { custId, dehaId }: { custId: number; dehaId: number },
): Promise<Map<string, StoredDefault>> {
  const rows = await queryRows<DefaultRow>(
    db,
    sql`select s.key, s.value::text, c.firm_name, c.cust_id = own.cust_id as is_own
      from customers own join customers c on c.cust_id = any (own.path)
      join customer_settings s on s.cust_id = c.cust_id
      where own.cust_id = ${custId} and s.deha_id = ${dehaId} order by cardinality(c.path)`,
  );
  const found = new Map<string, StoredDefault>();
  for (const { key, value: text, firm_name: customerName, is_own } of rows) {
    const value: SettingValue = JSON.parse(text);
    const before = found.get(key) ?? { own: null, inherited: null };
    found.set(key, is_own ? { ...before, own: value } : { own: null, inherited: { value, customerName } });
  }
  return found;
}

interface Change {
  custId: number;
  dehaId: number;
  userId: number;
  at: Date;
}

/** Stores defaults of a customer; null removes one. */
export async function storeDefaults(
  tx: Database,
  { custId, dehaId, userId: updatedBy, at: updatedAt }: Change,
  values: ReadonlyMap<string, SettingValue | null>,
): Promise<void> {
  const removed = [...values].flatMap(([key, value]) => (value === null ? [key] : []));
  const isRemoved = inArray(customerSettings.key, removed);
  if (removed.length > 0)
    await tx
      .delete(customerSettings)
      .where(and(eq(customerSettings.custId, custId), eq(customerSettings.dehaId, dehaId), isRemoved));
  const rows = [...values].flatMap(([key, value]) =>
    value === null ? [] : [{ custId, dehaId, key, value: sql`${JSON.stringify(value)}::jsonb`, updatedBy, updatedAt }],
  );
  if (rows.length === 0) return;
  const { custId: cust, dehaId: deha, key } = customerSettings;
  await tx
    .insert(customerSettings)
    .values(rows)
    .onConflictDoUpdate({
      target: [cust, deha, key],
      set: {
        value: sql`excluded.value`,
        updatedBy: sql`excluded.updated_by`,
        updatedAt: sql`excluded.updated_at`,
      },
    });
}
