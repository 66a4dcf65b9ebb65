import { boolean, integer, pgTable, timestamp } from 'drizzle-orm/pg-core';

export const alarmPathChecks = pgTable('alarm_path_checks', {
  checkId: integer('check_id').primaryKey().generatedByDefaultAsIdentity(),
  at: timestamp({ withTimezone: true }).notNull(),
  acknowledgedMs: integer('acknowledged_ms'),
  liveMs: integer('live_ms'),
  toldMs: integer('told_ms'),
  passed: boolean().notNull().generatedAlwaysAs(true),
  warned: boolean().notNull().default(false),
});
