import type { PartnerPrice, PartnerService } from '@varde/catalogue/partner-prices';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { cursorId, cursorText, decodeCursor, pageOf } from '#platform/http/cursor.ts';
import { customers, partnerPrices } from './tables.ts';

const position = z.tuple([cursorText, cursorId]);

// Inner queries name the outer table explicitly: drizzle omits its name in a query on one table.
const below = sql`customers_below(array[customers.cust_id])`;
const customerCount = sql<number>`(select count(*)::int - 1 from ${below})`;
const deviceCount = sql<number>`(
  select count(*)::int from devices d where d.deleted_at is null and d.cust_id in (select b.cust_id from ${below} b)
)`;

/** A page of the partners within scope, by name. */
export async function listPartners(db: Database, scope: Scope, query: { cursor?: string | undefined; limit: number }) {
  const { custId, firmName, orgNumber, sortName } = customers;
  const rows = await db
    .select({ custId, firmName, orgNumber, sortName, customerCount, deviceCount })
    .from(customers)
    .where(
      and(eq(customers.kind, 'partner'), withinScope(custId, scope), query.cursor ? after(query.cursor) : undefined),
    )
    .orderBy(asc(sortName), asc(custId))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, (row) => [row.sortName, row.custId]);
}

function after(cursor: string): SQL {
  const [sortName, custId] = decodeCursor(cursor, position);
  return sql`(${customers.sortName}, ${customers.custId}) > (${sortName}::text, ${custId}::int)`;
}

/** A partner within scope, or undefined. */
export async function findPartner(db: Database, scope: Scope, custId: number) {
  const [partner] = await db
    .select({ custId: customers.custId, firmName: customers.firmName, market: customers.market })
    .from(customers)
    .where(and(eq(customers.custId, custId), eq(customers.kind, 'partner'), withinScope(customers.custId, scope)));
  return partner;
}

/** The price list of a customer, in the order of types and services as text. */
export function pricesOf(db: Database, custId: number): Promise<PartnerPrice[]> {
  const { dehaId, service, amount } = partnerPrices;
  return db
    .select({ dehaId, service, amount })
    .from(partnerPrices)
    .where(eq(partnerPrices.custId, custId))
    .orderBy(asc(dehaId), asc(service));
}

/** Stores a price; null removes it. */
export async function storePrice(
  tx: Database,
  { custId, dehaId, service }: { custId: number; dehaId: number; service: PartnerService },
  amount: number | null,
): Promise<void> {
  const row = and(
    eq(partnerPrices.custId, custId),
    eq(partnerPrices.dehaId, dehaId),
    eq(partnerPrices.service, service),
  );
  if (amount === null) await tx.delete(partnerPrices).where(row);
  else
    await tx
      .insert(partnerPrices)
      .values({ custId, dehaId, service, amount })
      .onConflictDoUpdate({
        target: [partnerPrices.custId, partnerPrices.dehaId, partnerPrices.service],
        set: { amount },
      });
}
