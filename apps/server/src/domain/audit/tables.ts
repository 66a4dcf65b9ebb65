import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';

const fromContent = sql`content`;

export const auditEntries = pgTable('audit_entries', {
  auditId: bigint('audit_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  salt: text().notNull(),
  content: text().notNull(),
  at: bigint({ mode: 'number' }).notNull().generatedAlwaysAs(fromContent),
  action: text().notNull().generatedAlwaysAs(fromContent),
  userId: integer('user_id').generatedAlwaysAs(fromContent),
  custId: integer('cust_id').generatedAlwaysAs(fromContent),
  deviId: integer('devi_id').generatedAlwaysAs(fromContent),
});

export const auditChain = pgTable('audit_chain', {
  seq: bigint({ mode: 'number' }).primaryKey(),
  auditId: bigint('audit_id', { mode: 'number' }).notNull(),
  at: bigint({ mode: 'number' }).notNull(),
  custId: integer('cust_id'),
  contentHash: text('content_hash').notNull(),
  hash: text().notNull(),
});

/** The last link of the chain. */
export const auditHead = pgTable('audit_head', {
  one: boolean().primaryKey().default(true),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
});
