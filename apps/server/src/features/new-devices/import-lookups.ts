import { nameKey } from '@varde/catalogue/entered-text';
import { searchWords } from '@varde/catalogue/name-order';
import type { ImportRow } from '@varde/contract/device-import';
import { and, inArray, isNull, or, sql } from 'drizzle-orm';
import { customers } from '#domain/customers/tables.ts';
import { isStock } from '#domain/devices/free-unit.ts';
import { devices } from '#domain/devices/tables.ts';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';

export type ImportCustomer = Pick<typeof customers.$inferSelect, 'custId' | 'firmName' | 'orgNumber'>;

/** The customers in scope by name and organisation number. */
export async function customersNamed(tx: Database, scope: Scope, rows: readonly ImportRow[]) {
  const wanted = [...new Set(rows.map(({ customer }) => customer))];
  const found = await tx
    .select({ custId: customers.custId, firmName: customers.firmName, orgNumber: customers.orgNumber })
    .from(customers)
    .where(
      and(
        withinScope(customers.custId, scope),
        or(
          sql`search_words(${customers.firmName}) = any(${sql.param(wanted.map(searchWords))}::text[])`,
          sql`${customers.orgNumber} = any(${sql.param(wanted)}::text[])`,
        ),
      ),
    );
  const byKey = new Map<string, ImportCustomer[]>();
  for (const customer of found)
    for (const key of new Set([nameKey(customer.firmName), customer.orgNumber ?? '']))
      byKey.set(key, [...(byKey.get(key) ?? []), customer]);
  return byKey;
}

export interface StockedUnit {
  serial: string;
  name: string;
  custId: number;
  dehaId: number;
  phone: string | null;
  identities: string[];
  /** In stock in the caller's scope. */
  isFree: boolean;
}

/** Units with these serial numbers that the caller may know about, by serial number. */
export async function unitsNumbered(tx: Database, scope: Scope, rows: readonly ImportRow[]) {
  const found = await tx
    .select({
      serial: devices.deviceSerialNumber,
      name: devices.deviceName,
      custId: devices.custId,
      dehaId: devices.dehaId,
      phone: devices.formattedPhoneNumE164,
      identities: sql<string[]>`array(select i.identity from device_identities i where i.devi_id = devices.devi_id)`,
      isFree: sql<boolean>`${devices.twin} = 'NONE' and ${isStock(sql`devices.cust_id`)}`,
    })
    .from(devices)
    .where(
      and(
        inArray(
          devices.deviceSerialNumber,
          rows.map(({ serial }) => serial),
        ),
        isNull(devices.deletedAt),
        withinScope(devices.custId, scope),
      ),
    );
  return new Map<string, StockedUnit>(found.map((unit) => [unit.serial, unit]));
}
