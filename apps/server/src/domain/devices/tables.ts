import { userImageTypes } from '@varde/catalogue/image-types';
import { type StatusKey, storedStatusKeys } from '@varde/catalogue/statuses';
import { userTags } from '@varde/catalogue/user-tags';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  pgEnum,
  pgTable,
  real,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { bytea, rev } from '#platform/database/columns.ts';

/** In sort order of the list: a change of the order needs a migration. */
export const deviceStatus = pgEnum('device_status', storedStatusKeys as [StatusKey, ...StatusKey[]]);

/** The expression is in the migration. */
const fromOthers = sql``;

export const devices = pgTable('devices', {
  deviId: integer('devi_id').primaryKey().generatedByDefaultAsIdentity(),
  dehaId: smallint('deha_id').notNull(),
  custId: integer('cust_id').notNull(),
  deviceName: text('device_name').notNull(),
  deviceSerialNumber: text('device_serial_number').notNull(),
  formattedPhoneNumE164: text('formatted_phone_num_e164'),
  deviceMac: text('device_mac'),
  fiwaNum: integer('fiwa_num'),
  /** What it has said that it can (`Announced` of the catalogue). */
  announced: text().array().notNull().default([]),
  /** Null: it is older than this column, and was in stock then. */
  createdAt: timestamp('created_at', { withTimezone: true }).defaultNow(),
  /** Null: it is in stock. */
  activatedDate: timestamp('activated_date', { withTimezone: true }).defaultNow(),
  noteAddedAt: timestamp('note_added_at', { withTimezone: true }),
  userTag: text('user_tag', { enum: userTags }).notNull().default('NONE'),
  userImageAt: timestamp('user_image_at', { withTimezone: true }),
  ahpId: integer('ahp_id'),
  trainingApprovedBy: integer('training_approved_by'),
  trainingApprovedAt: timestamp('training_approved_at', { withTimezone: true }),
  lastMsgIn: timestamp('last_msg_in', { withTimezone: true }),
  battery: smallint(),
  charging: boolean().notNull().default(false),
  gsmStrength: smallint('gsm_strength'),
  connected: boolean().notNull().default(false),
  watchRemoved: boolean('watch_removed'),
  trackingUntil: timestamp('tracking_until', { withTimezone: true }),
  lastTestAt: timestamp('last_test_at', { withTimezone: true }),
  posLati: doublePrecision('pos_lati'),
  posLong: doublePrecision('pos_long'),
  posTime: timestamp('pos_time', { withTimezone: true }),
  posType: smallint('pos_type'),
  posAccuracy: real('pos_accuracy'),
  place: text(),
  stateTime: timestamp('state_time', { withTimezone: true }),
  /** The last sign that somebody uses it; null: it has never reported one. */
  activeAt: timestamp('active_at', { withTimezone: true }),
  /** As it counted them last. */
  steps: integer(),
  /** Since when its next daily self-check is awaited; null: it has never sent one. */
  selfCheckAt: timestamp('self_check_at', { withTimezone: true }),
  flags: text().array().notNull().default([]),
  status: deviceStatus().notNull().default('clear'),
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
  allowDeviceDeletes: boolean('allow_device_deletes').notNull().default(false),
  vardeAsReceiver: boolean('varde_as_receiver').notNull().default(false),
  twin: text({ enum: ['NONE', 'MASTER', 'CLONE'] })
    .notNull()
    .default('NONE'),
  twinDevice: integer('twin_device'),
  twinSerial: text('twin_serial'),
  twinName: text('twin_name'),
  twinStatus: deviceStatus('twin_status'),
  /** `disablePositioning` is on, here or on the master whose clone it is. Written by triggers. */
  positioningOff: boolean('positioning_off').notNull().default(false),
  /** The notification list of the present wearer, of a clone that of its master; null: none. Written by triggers. */
  ownListId: integer('own_list_id'),
  /** It has an enabled geofence, of any of its wearers. Written by a trigger. */
  fenced: boolean().notNull().default(false),
  /** Of the status. */
  priority: smallint().notNull().generatedAlwaysAs(fromOthers),
  /** The entry of the list that the unit belongs to: its own, or that of its pair of twins. */
  entryPriority: smallint('entry_priority').notNull().generatedAlwaysAs(fromOthers),
  /** By which the list is sorted (`name_order`), of the entry that the unit belongs to. */
  sortName: text('sort_name').notNull().generatedAlwaysAs(fromOthers),
  entryId: integer('entry_id').notNull().generatedAlwaysAs(fromOthers),
  rev: rev().notNull(),
});

export const deviceIdentities = pgTable('device_identities', {
  deviId: integer('devi_id').notNull(),
  protocol: text().notNull(),
  identity: text().notNull(),
  secret: text(),
  contested: boolean().notNull().default(false),
  gatewayId: text('gateway_id'),
  connectionId: text('connection_id'),
  /** Since when it has no connection; null: it has one, or never had. */
  lostAt: timestamp('lost_at', { withTimezone: true }),
});

export const deviceAssignments = pgTable('device_assignments', {
  assignmentId: integer('assignment_id').primaryKey().generatedByDefaultAsIdentity(),
  deviId: integer('devi_id').notNull(),
  custId: integer('cust_id').notNull(),
  beginsAt: timestamp('begins_at', { withTimezone: true }).notNull(),
  endsAt: timestamp('ends_at', { withTimezone: true }),
  erasedAt: timestamp('erased_at', { withTimezone: true }),
  positionsFrom: timestamp('positions_from', { withTimezone: true }),
});

/** How many entries the device list has of a customer: the sum of its rows. Written by triggers on `devices`. */
export const deviceCounts = pgTable('device_counts', {
  custId: integer('cust_id').notNull(),
  entries: integer().notNull(),
});

export const deviceNotes = pgTable('device_notes', {
  noteId: integer('note_id').primaryKey().generatedByDefaultAsIdentity(),
  assignmentId: integer('assignment_id').notNull(),
  note: text().notNull(),
  sms: boolean().notNull(),
  lastChanged: timestamp('last_changed', { withTimezone: true }).notNull(),
  changedBy: integer('changed_by'),
});

export const deviceImages = pgTable('device_images', {
  assignmentId: integer('assignment_id').primaryKey(),
  deviId: integer('devi_id').notNull(),
  mediaType: text('media_type', { enum: userImageTypes }).notNull(),
  image: bytea().notNull(),
});

export const deviceKnownMacs = pgTable('device_known_macs', {
  dekmId: integer('dekm_id').primaryKey().generatedByDefaultAsIdentity(),
  assignmentId: integer('assignment_id').notNull(),
  deviId: integer('devi_id').notNull(),
  macAddress: text('mac_address').notNull(),
  type: text({ enum: ['W', 'B'] }).notNull(),
  location: text().notNull(),
  address: text().notNull(),
  lat: doublePrecision(),
  lng: doublePrecision(),
});

export const indoorLocations = pgTable('indoor_locations', {
  inloId: integer('inlo_id').primaryKey().generatedByDefaultAsIdentity(),
  custId: integer('cust_id'),
  assignmentId: integer('assignment_id'),
  deviId: integer('devi_id'),
  name: text().notNull(),
  lat: doublePrecision().notNull(),
  lng: doublePrecision().notNull(),
  address: text().notNull(),
  scannedAt: timestamp('scanned_at', { withTimezone: true }),
  rev: integer().notNull().default(1),
});

export const indoorLocationDevices = pgTable('indoor_location_devices', {
  indeId: integer('inde_id').primaryKey().generatedByDefaultAsIdentity(),
  inloId: integer('inlo_id').notNull(),
  type: text({ enum: ['W', 'B'] }).notNull(),
  macAddress: text('mac_address').notNull(),
  name: text().notNull(),
  scannedAt: timestamp('scanned_at', { withTimezone: true }),
  signalStrength: smallint('signal_strength').notNull().default(-120),
  added: boolean().notNull().default(false),
});

export const unknownDevices = pgTable('unknown_devices', {
  protocol: text().notNull(),
  identity: text().notNull(),
  firstSeen: timestamp('first_seen', { withTimezone: true }).notNull(),
  lastSeen: timestamp('last_seen', { withTimezone: true }).notNull(),
  count: integer().notNull(),
  lastAddress: text('last_address').notNull(),
  lastWord: text('last_word').notNull(),
  lastRaw: bytea('last_raw').notNull(),
  /** The last address in its rate-limiting form (an IPv6 address as its network). */
  source: text().notNull().default(''),
});

export const malformedFrames = pgTable('malformed_frames', {
  malformedId: bigint('malformed_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  protocol: text().notNull(),
  identity: text(),
  remoteAddress: text('remote_address').notNull(),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
  reason: text().notNull(),
  raw: bytea().notNull(),
  /** How often the same came again without being recorded once more. */
  repeats: integer().notNull().default(0),
});
