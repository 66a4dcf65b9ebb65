import { bigint, date, integer, jsonb, pgTable, primaryKey, smallint, timestamp } from 'drizzle-orm/pg-core';
import type { Count } from './step-counts.ts';

export const healthReadings = pgTable('health_readings', {
  hrbpId: bigint('hrbp_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  assignmentId: integer('assignment_id').notNull(),
  logDate: timestamp('log_date', { withTimezone: true }).notNull(),
  heartRate: smallint('heart_rate'),
  systolic: smallint(),
  diastolic: smallint(),
});

export const stepDays = pgTable(
  'step_days',
  {
    assignmentId: integer('assignment_id').notNull(),
    date: date({ mode: 'string' }).notNull(),
    steps: integer().notNull(),
    counts: jsonb().$type<readonly Count[]>().notNull(),
    countedBefore: integer('counted_before'),
  },
  (table) => [primaryKey({ columns: [table.assignmentId, table.date] })],
);
