import { chargedChannels, messageChannels } from '@varde/contract/event-setup-form';
import { bigint, boolean, integer, jsonb, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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
  receipt: text(),
  alarmId: integer('alarm_id'),
  /** Tried until it was too old. */
  givenUp: boolean('given_up').notNull().default(false),
});

export const smsOutbox = pgTable('sms_outbox', {
  smsId: bigint('sms_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  deviId: integer('devi_id'),
  commandId: integer('command_id'),
  alarmId: integer('alarm_id'),
  channel: text({ enum: messageChannels }).notNull().default('sms'),
  /** E.164; of a push message the name of the browser. */
  recipient: text().notNull(),
  browserId: integer('browser_id'),
  content: text(),
  state: text({ enum: ['queued', 'sent', 'delivered', 'failed'] })
    .notNull()
    .default('queued'),
  tries: smallint().notNull().default(0),
  doubts: smallint().notNull().default(0),
  rings: smallint().notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  nextTryAt: timestamp('next_try_at', { withTimezone: true }),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  reason: text(),
  receipt: text(),
  provider: text(),
  /** The provider was asked to report its arrival. */
  awaitsReport: boolean('awaits_report').notNull().default(false),
  reportToken: uuid('report_token').notNull().defaultRandom(),
});

export const messageCosts = pgTable('message_costs', {
  smsId: bigint('sms_id', { mode: 'number' }).notNull(),
  number: smallint().notNull(),
  custId: integer('cust_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  channel: text({ enum: chargedChannels }).notNull(),
  provider: text().notNull(),
  outcome: text({ enum: ['sent', 'delivered', 'failed'] }).notNull(),
  parts: smallint(),
  seconds: integer(),
  price: integer(),
});
