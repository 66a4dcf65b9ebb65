import { bigint, integer, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';

export const outbox = pgTable('outbox', {
  mailId: bigint('mail_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  recipient: text().notNull(),
  language: text().notNull(),
  template: text().notNull(),
  content: jsonb().$type<Record<string, string | number>>(),
  state: text({ enum: ['waiting', 'sent', 'failed'] })
    .notNull()
    .default('waiting'),
  tries: smallint().notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  nextTryAt: timestamp('next_try_at', { withTimezone: true }),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  lastError: text('last_error'),
  alarmId: integer('alarm_id'),
});

export const smsOutbox = pgTable('sms_outbox', {
  smsId: bigint('sms_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  deviId: integer('devi_id'),
  commandId: integer('command_id'),
  alarmId: integer('alarm_id'),
  recipient: text().notNull(),
  content: text(),
  state: text({ enum: ['queued', 'sent', 'failed'] })
    .notNull()
    .default('queued'),
  tries: smallint().notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  nextTryAt: timestamp('next_try_at', { withTimezone: true }),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  reason: text(),
  receipt: text(),
});
