import type { LatLng } from '@varde/catalogue/geofences';
import type { GeofenceForm } from '@varde/contract/geofence-form';
import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { rev } from '#platform/database/columns.ts';

/** A position of a wearer outside, since which they have not moved; times in Unix milliseconds. */
export interface StillPlace extends LatLng {
  /** Metres; null: the device did not say. */
  accuracy: number | null;
  /** The indoor location that the access points showed; null: none. */
  inloId: number | null;
  at: number;
  /** When it was received. */
  heardAt: number;
}

export const geofences = pgTable('geofences', {
  geofenceId: integer('geofence_id').primaryKey().generatedByDefaultAsIdentity(),
  assignmentId: integer('assignment_id').notNull(),
  deviId: integer('devi_id').notNull(),
  name: text().notNull(),
  kind: text({ enum: ['circle', 'polygon', 'indoor'] }).notNull(),
  radius: integer().notNull(),
  vertices: jsonb().$type<LatLng[]>().notNull(),
  inloIds: integer('inlo_ids').array().notNull().default([]),
  enabled: boolean().notNull(),
  enabledTime: boolean('enabled_time').notNull(),
  enabledTimeFrom: smallint('enabled_time_from').notNull(),
  enabledTimeTo: smallint('enabled_time_to').notNull(),
  delayMinutes: smallint('delay_minutes').notNull(),
  sharedCustId: integer('shared_cust_id'),
  outside: boolean(),
  outsideSince: timestamp('outside_since', { withTimezone: true }),
  outsideHeardAt: timestamp('outside_heard_at', { withTimezone: true }),
  outsideFixes: smallint('outside_fixes').notNull().default(0),
  crossed: boolean().notNull().default(false),
  judgedAt: timestamp('judged_at', { withTimezone: true }),
  lastKnownOutside: timestamp('last_known_outside', { withTimezone: true }),
  notifiedAt: timestamp('notified_at', { withTimezone: true }),
  still: jsonb().$type<StillPlace>(),
  alertByCall: boolean('alert_by_call').notNull().default(false),
  ofDefaults: boolean('of_defaults').notNull().default(false),
  rev: rev().notNull(),
  changedBy: integer('changed_by'),
});

/** The standard fences of a customer for a type of device. */
export const customerGeofences = pgTable(
  'customer_geofences',
  {
    custId: integer('cust_id').notNull(),
    dehaId: smallint('deha_id').notNull(),
    fences: jsonb().$type<GeofenceForm[]>().notNull(),
    rev: rev().notNull(),
    changedBy: integer('changed_by'),
  },
  (table) => [primaryKey({ columns: [table.custId, table.dehaId] })],
);

export type GeofenceRecord = typeof geofences.$inferSelect;
