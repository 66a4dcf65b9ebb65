import type { ImageType } from '@varde/catalogue/image-types';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { customerImages, customers } from './tables.ts';

/** The customer that has the image, and the time of its upload in Unix milliseconds, which serves as its version. */
const origin = {
  custId: customerImages.custId,
  version: sql<number>`(extract(epoch from ${customerImages.updatedAt}) * 1000)::float8`,
};
const inLine = sql`${customerImages.custId} = any(${customers.path})`;
const nearestFirst: SQL = sql`array_position(${customers.path}, ${customerImages.custId}) desc`;

/** The image of a customer within scope, or of the nearest customer above it that has one, also outside the scope; undefined: no image. */
export async function nearestImage(db: Database, scope: Scope, custId: number) {
  const [row] = await db
    .select({ ...origin, mediaType: customerImages.mediaType, image: customerImages.image })
    .from(customers)
    .innerJoin(customerImages, inLine)
    .where(and(eq(customers.custId, custId), withinScope(customers.custId, scope)))
    .orderBy(nearestFirst)
    .limit(1);
  return row;
}

/** The image in effect for a customer, without its content. */
export async function findImage(db: Database, custId: number) {
  const [row] = await db
    .select(origin)
    .from(customers)
    .innerJoin(customerImages, inLine)
    .where(eq(customers.custId, custId))
    .orderBy(nearestFirst)
    .limit(1);
  return row;
}

export async function putImage(
  tx: Database,
  row: { custId: number; mediaType: ImageType; image: Uint8Array; updatedAt: Date },
): Promise<void> {
  const { mediaType, image, updatedAt } = row;
  await tx
    .insert(customerImages)
    .values(row)
    .onConflictDoUpdate({ target: customerImages.custId, set: { mediaType, image, updatedAt } });
}

/** False when there was none. */
export async function removeImage(tx: Database, custId: number): Promise<boolean> {
  const removed = await tx
    .delete(customerImages)
    .where(eq(customerImages.custId, custId))
    .returning({ custId: customerImages.custId });
  return removed.length > 0;
}
