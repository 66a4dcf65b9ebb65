import { type SQL, sql } from 'drizzle-orm';
import { keepSharedMessages } from '#domain/alarms/messages-of-shares.ts';
import { keepResults } from '#domain/notifications/attempts.ts';
import { keepNumbers } from '#domain/notifications/confirmed-numbers.ts';
import { deleteOldImages } from '#domain/sensors/sensor-images.ts';
import { timestamp } from '#platform/clock/last-known.ts';
import { deleteOld } from '#platform/database/delete-old.ts';
import { attemptMemoryMs } from '#platform/limits/attempt-limits.ts';
import { dayMs, type Job, type Retention } from './job.ts';

interface Kept {
  table: string;
  /** When a row began to age. */
  column: string;
  /** That is a day (UTC). */
  isDay?: true;
  days: number | ((retention: Retention) => number);
  /** Of these rows alone. */
  only?: string;
}

/** How long the outcome of a message can be looked up. The timeline of an alarm keeps what became of them. */
const messageDays = 30;

/**
 * How long rows are kept, but for transactions, which go by months (`transaction-partitions`), and the audit log
 * (`audit-retention`).
 */
const kept: readonly Kept[] = [
  { table: 'health_readings', column: 'log_date', days: ({ transactionDays }) => transactionDays },
  { table: 'step_days', column: 'date', isDay: true, days: ({ transactionDays }) => transactionDays },
  // Messages without a time are recognised for a minute only.
  { table: 'retry_keys', column: 'rec_ts', days: 1, only: "retry_key like 'u%'" },
  { table: 'retry_keys', column: 'rec_ts', days: ({ retryKeyDays }) => retryKeyDays },
  { table: 'malformed_frames', column: 'received_at', days: ({ malformedDays }) => malformedDays },
  { table: 'unknown_devices', column: 'last_seen', days: ({ unknownDeviceDays }) => unknownDeviceDays },
  { table: 'notification_tests', column: 'at', days: messageDays },
  { table: 'confirmed_numbers', column: 'unused_since', days: messageDays },
  { table: 'outbox', column: 'created_at', days: messageDays },
  { table: 'message_costs', column: 'at', days: 400 }, // shown for this month and the twelve before it
  { table: 'web_hook_deliveries', column: 'ended_at', days: 7, only: "state = 'delivered'" },
  { table: 'web_hook_deliveries', column: 'ended_at', days: 30, only: "state = 'dead'" }, // until then sent again on demand
  { table: 'addresses', column: 'kept_until', days: 0 },
  { table: 'address_lookups', column: 'asked_at', days: 1 },
  { table: 'address_searches', column: 'asked_at', days: 1 },
  { table: 'attempts', column: 'last_at', days: attemptMemoryMs / dayMs },
  { table: 'account_tokens', column: 'expires_at', days: 0 },
  // One that awaits an administrator stays until the decision.
  { table: 'registrations', column: 'expires_at', days: 0, only: "state <> 'waiting'" },
];

/** Deletes what is older than it is kept. A table that fails keeps no other one from its turn. */
export const retention: Job = {
  name: 'retention',
  everySeconds: 3600,
  run: async ({ db, cautiousNow, retention: periods }) => {
    const now = await cautiousNow();
    const before = (days: number): SQL => timestamp(now - days * dayMs);
    await keepResults(db, before(messageDays));
    await keepSharedMessages(db, before(messageDays));
    await keepNumbers(db, new Date(now));
    const failures: unknown[] = [];
    for (const { table, column, isDay = false, days, only = 'true' } of kept) {
      const time = before(typeof days === 'number' ? days : days(periods));
      const oldest = isDay ? sql`(${time} at time zone 'UTC')::date` : time;
      await deleteOld(db, sql.raw(table), sql`${sql.raw(column)} < ${oldest} and ${sql.raw(only)}`).catch(
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0) throw new AggregateError(failures, 'old rows could not be deleted');
  },
};

/** Bounds the number of malformed frames: anybody can send them. The list of unknown devices bounds its own. */
export const malformedLimit: Job = {
  name: 'malformed-limit',
  everySeconds: 600,
  run: ({ db, retention: { malformedRows } }) =>
    deleteOld(
      db,
      sql`malformed_frames`,
      sql`malformed_id <= (select max(malformed_id) from malformed_frames) - ${malformedRows}::bigint`,
    ),
};

/**
 * Images of sensors show homes: they are kept for half an hour by the clock as it is. The cautious time is days behind after
 * days of downtime, and an image that is lost because the clock was set ahead can be asked for again.
 */
export const sensorImageExpiry: Job = {
  name: 'sensor-image-expiry',
  everySeconds: 60,
  run: ({ db, clock }) => deleteOldImages(db, clock.now()),
};
