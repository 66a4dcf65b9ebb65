import { chargedChannels, receiverChannels } from '@varde/contract/event-setup-form';
import { bigint, boolean, integer, pgTable, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const outbox = pgTable('outbox', {
  messageId: bigint('message_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  channel: text({ enum: receiverChannels }).notNull(),
  deviId: integer('devi_id'),
  commandId: integer('command_id'),
  alarmId: integer('alarm_id'),
  /** E.164, or an e-mail address; of a push message the name of the browser. */
  recipient: text().notNull(),
  browserId: integer('browser_id'),
  /** The text; of a push message a `PushMessage` and of a mail the values of its template, as JSON. */
  content: text(),
  /** Of a mail. */
  template: text(),
  language: text(),
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
  /** Tried until it was too old. */
  givenUp: boolean('given_up').notNull().default(false),
  reportToken: uuid('report_token').notNull().defaultRandom(),
});

export const messageCosts = pgTable('message_costs', {
  messageId: bigint('message_id', { mode: 'number' }).notNull(),
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
