import { boolean, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const pushKeys = pgTable('push_keys', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  privateKey: text('private_key').notNull(),
});

export const pushBrowsers = pgTable('push_browsers', {
  browserId: integer('browser_id').primaryKey().generatedByDefaultAsIdentity(),
  userId: integer('user_id').notNull(),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  userAgent: text('user_agent'),
  endsAtLogout: boolean('ends_at_logout').notNull(),
  sessionId: integer('session_id'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  lastSentAt: timestamp('last_sent_at', { withTimezone: true }),
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
