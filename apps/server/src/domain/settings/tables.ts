import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Default settings of a customer for a type of device. */
export const customerSettings = pgTable('customer_settings', {
  custId: integer('cust_id').notNull(),
  dehaId: integer('deha_id').notNull(),
  key: text().notNull(),
  value: jsonb().notNull(),
  updatedBy: integer('updated_by'),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

export const deviceSettings = pgTable('device_settings', {
  deviId: integer('devi_id').notNull(),
  key: text().notNull(),
  desired: jsonb(),
  reported: jsonb(),
  reportedAt: timestamp('reported_at', { withTimezone: true }),
  commandId: integer('command_id'),
  updatedBy: integer('updated_by'),
  updatedAt: timestamp('updated_at', { withTimezone: true }),
});
