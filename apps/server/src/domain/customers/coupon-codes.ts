import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { fromMicroseconds, microseconds } from '#platform/database/microseconds.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { cursorText, cursorTime, decodeCursor, pageOf } from '#platform/http/cursor.ts';
import { couponCodes, customers } from './tables.ts';

export type CouponRow = typeof couponCodes.$inferSelect;

const position = z.tuple([cursorTime, cursorText]);

/** A page of a customer's codes, the latest first. */
export async function listCoupons(db: Database, custId: number, query: { cursor?: string | undefined; limit: number }) {
  const rows = await db
    .select({ coupon: couponCodes, created: microseconds(couponCodes.createdAt) })
    .from(couponCodes)
    .where(and(eq(couponCodes.custId, custId), query.cursor === undefined ? undefined : before(query.cursor)))
    .orderBy(desc(couponCodes.createdAt), desc(couponCodes.code))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, ({ created, coupon }) => [created, coupon.code]);
}

function before(cursor: string): SQL {
  const [created, code] = decodeCursor(cursor, position);
  return sql`(${couponCodes.createdAt}, ${couponCodes.code}) < (${fromMicroseconds(created)}, ${code}::text)`;
}

/** The kind of a customer within scope, or undefined. */
export async function kindOf(db: Database, scope: Scope, custId: number) {
  const [row] = await db
    .select({ kind: customers.kind })
    .from(customers)
    .where(and(eq(customers.custId, custId), withinScope(customers.custId, scope)));
  return row?.kind;
}

export async function addCoupon(tx: Database, coupon: typeof couponCodes.$inferInsert): Promise<CouponRow> {
  const [row] = await tx.insert(couponCodes).values(coupon).returning();
  if (row === undefined) throw new Error('the database returned no coupon');
  return row;
}

/** Closes a code. Returns it with whether it was open; undefined when the customer has no such code. */
export async function closeCoupon(
  tx: Database,
  { custId, code, at }: { custId: number; code: string; at: Date },
): Promise<{ coupon: CouponRow; closedNow: boolean } | undefined> {
  const own = and(eq(couponCodes.code, code), eq(couponCodes.custId, custId));
  const [closed] = await tx
    .update(couponCodes)
    .set({ closedAt: at })
    .where(and(own, isNull(couponCodes.closedAt)))
    .returning();
  if (closed !== undefined) return { coupon: closed, closedNow: true };
  const [coupon] = await tx.select().from(couponCodes).where(own);
  return coupon && { coupon, closedNow: false };
}
