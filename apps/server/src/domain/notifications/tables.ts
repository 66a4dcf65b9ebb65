import type { AlarmKind } from '@varde/catalogue/alarm-kinds';
import { roundCauses } from '@varde/contract/alarm-why';
import { leftOutReasons } from '@varde/contract/event-setup';
import { type KinRight, type ReceiverChannel, receiverChannels } from '@varde/contract/event-setup-form';
import { userLanguages } from '@varde/contract/forms';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { rev } from '#platform/database/columns.ts';
import type { Plan, Why } from './plan.ts';

export const notificationLists = pgTable('notification_lists', {
  listId: integer('list_id').primaryKey().generatedByDefaultAsIdentity(),
  assignmentId: integer('assignment_id'),
  deviId: integer('devi_id'),
  custId: integer('cust_id'),
  repeats: smallint(),
  pauseSeconds: smallint('pause_seconds').notNull().default(300),
  continueAbove: boolean('continue_above').notNull().default(false),
  rev: rev().notNull(),
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  changedBy: integer('changed_by'),
});

export const notificationReceivers = pgTable('notification_receivers', {
  receiverId: integer('receiver_id').primaryKey().generatedByDefaultAsIdentity(),
  listId: integer('list_id').notNull(),
  sort: smallint().notNull(),
  userId: integer('user_id'),
  name: text(),
  mobile: text(),
  email: text(),
  language: text({ enum: userLanguages }).notNull().default('nb'),
  pinHash: text('pin_hash'),
  nextOfKin: text('next_of_kin').array().$type<KinRight[]>(),
  events: text().array().$type<AlarmKind[]>().notNull(),
  channels: text().array().$type<ReceiverChannel[]>().notNull(),
  fromMinute: smallint('from_minute'),
  toMinute: smallint('to_minute'),
  waitSeconds: smallint('wait_seconds').notNull(),
});

export const confirmedNumbers = pgTable('confirmed_numbers', {
  /** E.164 */
  number: text().notNull(),
  /** The organisation. */
  custId: integer('cust_id').notNull(),
  /** Null: it waits to be confirmed. */
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** Null: it is on a list of the organisation. */
  unusedSince: timestamp('unused_since', { withTimezone: true }),
  askedAt: timestamp('asked_at', { withTimezone: true }),
  tokenHash: text('token_hash'),
  /** When it was entered while it waits to be confirmed. */
  enteredAt: timestamp('entered_at', { withTimezone: true }),
  enteredBy: integer('entered_by'),
});

export const notificationTests = pgTable('notification_tests', {
  testId: bigint('test_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  assignmentId: integer('assignment_id').notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  name: text().notNull(),
  channel: text({ enum: receiverChannels }).notNull(),
  recipient: text().notNull(),
  language: text({ enum: userLanguages }).notNull().default('nb'),
  messageId: bigint('message_id', { mode: 'number' }),
  leftOut: text('left_out', { enum: leftOutReasons }),
});

export const notificationChains = pgTable('notification_chains', {
  alarmId: integer('alarm_id').primaryKey(),
  state: text({ enum: ['running', 'pausing', 'ended'] })
    .notNull()
    .default('running'),
  outcome: text({ enum: ['taken', 'reset', 'exhausted', 'nobody'] }),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  round: integer().notNull().default(1),
  repeated: smallint().notNull().default(0),
  nextStep: smallint('next_step').notNull().default(0),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
  waitsSince: timestamp('waits_since', { withTimezone: true }).notNull().defaultNow(),
  plan: jsonb().$type<Plan>(),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
  roundCause: text('round_cause', { enum: roundCauses }).notNull().default('raised'),
  stepCause: text('step_cause', { enum: ['declined', 'unreached', 'wrongPins'] }),
});

export const notificationAttempts = pgTable('notification_attempts', {
  attemptId: bigint('attempt_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  alarmId: integer('alarm_id').notNull(),
  round: integer().notNull(),
  step: smallint().notNull(),
  channel: text({ enum: receiverChannels }).notNull(),
  receiverId: integer('receiver_id'),
  userId: integer('user_id'),
  recipient: text(),
  language: text({ enum: userLanguages }).notNull().default('nb'),
  name: text().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
  state: text({ enum: ['queued', 'sent', 'delivered', 'failed'] })
    .notNull()
    .default('queued'),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  reason: text(),
  messageId: bigint('message_id', { mode: 'number' }),
  tokenHash: text('token_hash'),
  wrongPins: smallint('wrong_pins').notNull().default(0),
  answer: text({ enum: ['taken', 'declined'] }),
  answeredAt: timestamp('answered_at', { withTimezone: true }),
  receipt: text(),
  givenUp: boolean('given_up').notNull().default(false),
  awaitsReport: boolean('awaits_report').notNull().default(false),
  seconds: integer(),
  callEndedAt: timestamp('call_ended_at', { withTimezone: true }),
  /** Of the alarm in answers by SMS from this number; null: none. */
  letter: text(),
  why: jsonb().$type<Why>(),
});

export const pushedAlarms = pgTable(
  'pushed_alarms',
  {
    browserId: integer('browser_id').notNull(),
    alarmId: integer('alarm_id').notNull(),
    takenAt: timestamp('taken_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.alarmId, table.browserId] })],
);
