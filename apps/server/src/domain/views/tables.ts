import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const savedViews = pgTable('saved_views', {
  viewId: integer('view_id').primaryKey().generatedByDefaultAsIdentity(),
  userId: integer('user_id'),
  custId: integer('cust_id'),
  name: text().notNull(),
  content: jsonb().notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
});
