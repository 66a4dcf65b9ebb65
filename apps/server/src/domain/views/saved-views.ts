import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { savedViews } from './tables.ts';

export type NewView = Omit<typeof savedViews.$inferInsert, 'viewId'>;

export async function insertView(db: Database, view: NewView): Promise<number> {
  const [row] = await db.insert(savedViews).values(view).returning({ viewId: savedViews.viewId });
  if (row === undefined) throw new Error('a view was not saved');
  return row.viewId;
}

export async function changeView(db: Database, viewId: number, view: Partial<NewView>): Promise<void> {
  await db.update(savedViews).set(view).where(eq(savedViews.viewId, viewId));
}

export async function removeView(db: Database, viewId: number): Promise<void> {
  await db.delete(savedViews).where(eq(savedViews.viewId, viewId));
}

/** Deletes a user's views; shared ones stay, without their owner. */
export async function forgetViewsOf(db: Database, userId: number): Promise<void> {
  await db.delete(savedViews).where(and(eq(savedViews.userId, userId), isNull(savedViews.custId)));
  await db
    .update(savedViews)
    .set({ userId: null })
    .where(and(eq(savedViews.userId, userId), isNotNull(savedViews.custId)));
}
