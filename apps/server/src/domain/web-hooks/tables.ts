import type { WebHookEvent } from '@varde/contract/web-hook-form';
import { bigint, integer, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';

export const webHooks = pgTable('web_hooks', {
  hookId: integer('hook_id').primaryKey().generatedByDefaultAsIdentity(),
  custId: integer('cust_id').notNull(),
  url: text().notNull(),
  secret: text().notNull(),
  events: text().array().$type<WebHookEvent[]>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

export const webHookEvents = pgTable('web_hook_events', {
  eventId: bigint('event_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  alarmId: integer('alarm_id').notNull(),
  event: text().$type<WebHookEvent>().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
});

export const webHookDeliveries = pgTable('web_hook_deliveries', {
  deliveryId: bigint('delivery_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  hookId: integer('hook_id').notNull(),
  alarmId: integer('alarm_id'),
  event: text().$type<WebHookEvent | 'test'>().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  state: text({ enum: ['waiting', 'delivered', 'dead'] })
    .notNull()
    .default('waiting'),
  tries: smallint().notNull().default(0),
  queuedAt: timestamp('queued_at', { withTimezone: true }).notNull(),
  nextTryAt: timestamp('next_try_at', { withTimezone: true }),
  takenAt: timestamp('taken_at', { withTimezone: true }),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  status: smallint(),
  lastError: text('last_error'),
});

export const webHookResults = pgTable('web_hook_results', {
  resultId: bigint('result_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  alarmId: integer('alarm_id').notNull(),
  deliveryId: bigint('delivery_id', { mode: 'number' }).notNull(),
  custId: integer('cust_id').notNull(),
  host: text().notNull(),
  event: text().notNull(),
  number: smallint().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  status: smallint(),
  reason: text(),
});
