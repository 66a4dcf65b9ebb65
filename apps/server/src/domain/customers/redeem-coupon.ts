import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { couponCodes, customers } from './tables.ts';

/** Codes that are valid at this time. */
const works = (code: string, now: Date) =>
  and(
    eq(couponCodes.code, code),
    isNull(couponCodes.closedAt),
    lt(couponCodes.uses, couponCodes.maxUses),
    or(isNull(couponCodes.validUntil), gt(couponCodes.validUntil, now)),
  );

/** The firm of a code that is valid now. */
export async function findFirmOfCode(db: Database, code: string, now: Date) {
  const [row] = await db
    .select({ custId: customers.custId, firmName: customers.firmName, market: customers.market })
    .from(couponCodes)
    .innerJoin(customers, eq(customers.custId, couponCodes.custId))
    .where(works(code, now));
  return row ?? null;
}

/**
 * Uses a code once, and returns its firm; null when it is not valid (any more). Of two concurrent uses of the last one,
 * one succeeds.
 */
export async function useCode(tx: Database, code: string, now: Date): Promise<number | null> {
  const [used] = await tx
    .update(couponCodes)
    .set({ uses: sql`${couponCodes.uses} + 1` })
    .where(works(code, now))
    .returning({ custId: couponCodes.custId });
  return used?.custId ?? null;
}
