import { callCauses } from '@varde/contract/alarm-why';
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  real,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { rev } from '#platform/database/columns.ts';
import type { Why } from '../notifications/plan.ts';

export const alarms = pgTable('alarms', {
  alarmId: integer('alarm_id').primaryKey().generatedByDefaultAsIdentity(),
  deviId: integer('devi_id').notNull(),
  custId: integer('cust_id').notNull(),
  assignmentId: integer('assignment_id'),
  metyId: smallint('mety_id').notNull(),
  code: text().notNull(),
  state: text({ enum: ['open', 'claimed', 'reset'] })
    .notNull()
    .default('open'),
  happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  lastSignalAt: timestamp('last_signal_at', { withTimezone: true }).notNull(),
  signalCount: integer('signal_count').notNull().default(1),
  tranId: bigint('tran_id', { mode: 'number' }).notNull(),
  tranSource: smallint('tran_source').notNull(),
  posLati: doublePrecision('pos_lati'),
  posLong: doublePrecision('pos_long'),
  posTime: timestamp('pos_time', { withTimezone: true }),
  posType: smallint('pos_type'),
  posAccuracy: real('pos_accuracy'),
  place: text(),
  /** The name of the fence that was left, as it was then. */
  geofence: text(),
  /** Who asked that it is told by a call as well, when it was signalled; null: nobody. */
  callCause: text('call_cause', { enum: callCauses }),
  claimedBy: integer('claimed_by'),
  claimedAttempt: bigint('claimed_attempt', { mode: 'number' }),
  claimedAt: timestamp('claimed_at', { withTimezone: true }),
  answeredAt: timestamp('answered_at', { withTimezone: true }),
  handedOverBy: integer('handed_over_by'),
  escalatedAt: timestamp('escalated_at', { withTimezone: true }),
  escalatedTo: integer('escalated_to'),
  centreDueAt: timestamp('centre_due_at', { withTimezone: true }),
  resetBy: integer('reset_by'),
  resetAt: timestamp('reset_at', { withTimezone: true }),
  handledBy: text('handled_by'),
  outcome: text(),
  note: text(),
  rev: rev().notNull(),
});

export const alarmSignals = pgTable('alarm_signals', {
  alarmId: integer('alarm_id').notNull(),
  tranId: bigint('tran_id', { mode: 'number' }).notNull(),
  code: text().notNull(),
  happenedAt: timestamp('happened_at', { withTimezone: true }).notNull(),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
});

export const alarmEvents = pgTable('alarm_events', {
  eventId: bigint('event_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  alarmId: integer('alarm_id').notNull(),
  number: smallint().notNull(),
  header: smallint(),
  at: timestamp({ withTimezone: true }).notNull(),
  userId: integer('user_id'),
  toUserId: integer('to_user_id'),
  party: text(),
  result: text(),
  receipt: text(),
  why: jsonb().$type<Why>(),
  /** What a receiver wrote that is no answer; empty: a message without text. */
  words: text(),
});

export const wearerMessages = pgTable('wearer_messages', {
  commandId: integer('command_id').primaryKey(),
  alarmId: integer('alarm_id').notNull(),
  takenAt: timestamp('taken_at', { withTimezone: true }).notNull(),
  takenBy: integer('taken_by'),
  takenAttempt: bigint('taken_attempt', { mode: 'number' }),
  outcome: text({ enum: ['told', 'notTold', 'withdrawn'] }),
});

export const alarmShares = pgTable('alarm_shares', {
  shareId: integer('share_id').primaryKey().generatedByDefaultAsIdentity(),
  alarmId: integer('alarm_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  channel: text({ enum: ['email', 'sms'] }).notNull(),
  recipient: text().notNull(),
  withPlace: boolean('with_place').notNull(),
  sharedBy: integer('shared_by').notNull(),
  sharedAt: timestamp('shared_at', { withTimezone: true }).notNull(),
  messageId: bigint('message_id', { mode: 'number' }),
  /** Of the message, once the outbox has forgotten it. */
  state: text({ enum: ['sent', 'delivered', 'failed'] }),
  reason: text(),
  receipt: text(),
  givenUp: boolean('given_up').notNull().default(false),
});
