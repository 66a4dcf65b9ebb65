import { commandStates } from '@varde/contract/commands';
import { boolean, integer, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';

export const commands = pgTable('commands', {
  commandId: integer('command_id').primaryKey().generatedByDefaultAsIdentity(),
  deviId: integer('devi_id').notNull(),
  command: jsonb().notNull(),
  state: text({ enum: commandStates }).notNull().default('pending'),
  tries: smallint().notNull().default(0),
  sentOn: text('sent_on'),
  ref: text(),
  reason: text(),
  /** The device's own words when it refused. */
  answer: text(),
  /** For messages only. */
  assignmentId: integer('assignment_id'),
  receipt: text({ enum: ['shown', 'read'] }),
  /** Varde itself tracks the device because of this alarm. */
  alarmId: integer('alarm_id'),
  /** It makes the device forget its former wearer: it waits for the device however long that takes. Writes only. */
  lasts: boolean().notNull().default(false),
  createdBy: integer('created_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
  endedAt: timestamp('ended_at', { withTimezone: true }),
});
