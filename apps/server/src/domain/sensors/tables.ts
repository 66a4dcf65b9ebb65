import { userImageTypes } from '@varde/catalogue/image-types';
import type { SensorEventConfig } from '@varde/catalogue/sensor-event-config';
import { reportedStatuses } from '@varde/catalogue/sensor-statuses';
import { boolean, integer, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from '#platform/database/columns.ts';

const time = (name: string) => timestamp(name, { withTimezone: true });

export const sensors = pgTable('sensors', {
  deseId: integer('dese_id').primaryKey().generatedByDefaultAsIdentity(),
  deviId: integer('devi_id').notNull(),
  gatewayId: text('gateway_id').notNull(),
  typeCode: text('type_code').notNull().default('0'),
  name: text().notNull().default(''),
  macAddress: text('mac_address'),
  functionCode: text('function_code').notNull().default('-1'),
  functionType: text('function_type'),
  eventConfig: jsonb('event_config').$type<SensorEventConfig>(),
  status: text({ enum: reportedStatuses }).notNull().default('unknown'),
  /** -1 closed, 1 open. */
  door: smallint(),
  rssi: smallint(),
  rssiAt: time('rssi_at'),
  battery: smallint(),
  connected: boolean(),
  connectedAt: time('connected_at'),
  /** The unit has it; otherwise it was only heard. */
  saved: boolean().notNull(),
  foundAt: time('found_at'),
  lastContact: time('last_contact'),
  walkStrength: smallint('walk_strength'),
  walkAt: time('walk_at'),
});

/** The last picture that somebody asked a camera for. */
export const sensorImages = pgTable('sensor_images', {
  deseId: integer('dese_id').primaryKey(),
  deviId: integer('devi_id').notNull(),
  mediaType: text('media_type', { enum: userImageTypes }).notNull(),
  image: bytea().notNull(),
  receivedAt: time('received_at').notNull(),
});
