/** The tables as the migrations make them. Column meanings stand in the migrations. */
import { consentStates } from '@varde/catalogue/consent-kinds';
import { type CustomerKind, customerKinds } from '@varde/catalogue/customer-kinds';
import { imageTypes } from '@varde/catalogue/image-types';
import type { MarketId } from '@varde/catalogue/markets';
import type { Address } from '@varde/contract/fields';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  char,
  customType,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
const rev = () => bigint({ mode: 'number' }).default(sql`nextval('rev_seq')`);

const customerKeys = customerKinds.map(({ key }) => key) as [CustomerKind, ...CustomerKind[]];

export const customers = pgTable('customers', {
  custId: integer('cust_id').primaryKey().generatedByDefaultAsIdentity(),
  parentId: integer('parent_id'),
  path: integer().array().notNull(),
  kind: text({ enum: customerKeys }).notNull(),
  firmName: text('firm_name').notNull(),
  market: smallint().$type<MarketId>().notNull().default(1),
  orgNumber: text('org_number'),
  reference: text(),
  address: jsonb().$type<Address>(),
  billingAddress: jsonb('billing_address').$type<Address>(),
  defaultAhp: integer('default_ahp'),
  countryId: smallint('country_id').notNull().default(1),
  auditDays: integer('audit_days'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

export const customerImages = pgTable('customer_images', {
  custId: integer('cust_id').primaryKey(),
  mediaType: text('media_type', { enum: imageTypes }).notNull(),
  image: bytea().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

export const users = pgTable('users', {
  userId: integer('user_id').primaryKey().generatedByDefaultAsIdentity(),
  username: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  mobile: text(),
  language: text().notNull().default('nb'),
  theme: text({ enum: ['light', 'dark', 'auto'] }),
  emailValidatedAt: timestamp('email_validated_at', { withTimezone: true }).defaultNow(),
  gdprAcceptedAt: timestamp('gdpr_accepted_at', { withTimezone: true }),
  twoFactorSecret: text('two_factor_secret'),
  twoFactorSince: timestamp('two_factor_since', { withTimezone: true }),
  twoFactorPending: text('two_factor_pending'),
  twoFactorLastStep: bigint('two_factor_last_step', { mode: 'number' }),
  browserKey: text('browser_key'),
  lastLogin: timestamp('last_login', { withTimezone: true }),
  disabledAt: timestamp('disabled_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  custId: integer('cust_id'),
  temporaryUntil: timestamp('temporary_until', { withTimezone: true }),
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
  deletedBy: integer('deleted_by'),
  erasedAt: timestamp('erased_at', { withTimezone: true }),
  invitedUntil: timestamp('invited_until', { withTimezone: true }),
  invitedBy: integer('invited_by'),
  invitationMailedAt: timestamp('invitation_mailed_at', { withTimezone: true }),
});

export const couponCodes = pgTable('coupon_codes', {
  code: text().primaryKey(),
  custId: integer('cust_id').notNull(),
  note: text().notNull(),
  maxUses: integer('max_uses').notNull(),
  uses: integer().notNull().default(0),
  validUntil: timestamp('valid_until', { withTimezone: true }),
  closedAt: timestamp('closed_at', { withTimezone: true }),
  createdBy: integer('created_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

export const registrations = pgTable('registrations', {
  registrationId: integer('registration_id').primaryKey().generatedByDefaultAsIdentity(),
  state: text({ enum: ['unconfirmed', 'waiting', 'active'] })
    .notNull()
    .default('unconfirmed'),
  kind: text({ enum: ['private', 'firm'] }).notNull(),
  username: text().notNull(),
  passwordHash: text('password_hash'),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  mobile: text().notNull(),
  language: text().notNull(),
  firmName: text('firm_name').notNull(),
  market: smallint().$type<MarketId>().notNull(),
  orgNumber: text('org_number'),
  reference: text(),
  address: jsonb().$type<Address>(),
  billingAddress: jsonb('billing_address').$type<Address>(),
  couponCode: text('coupon_code'),
  countryId: smallint('country_id').notNull().default(1),
  ahpId: smallint('ahp_id').notNull().default(1),
  registeredFrom: text('registered_from').notNull(),
  tokenHash: text('token_hash'),
  mailedAt: timestamp('mailed_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
});

export const userPolicies = pgTable('user_policies', {
  userId: integer('user_id').notNull(),
  role: text().notNull(),
  custId: integer('cust_id'),
});

export const customerRolePolicies = pgTable(
  'customer_role_policies',
  {
    custId: integer('cust_id').notNull(),
    role: text().notNull(),
    policy: text().notNull(),
    status: text({ enum: ['active', 'inactive'] }).notNull(),
    information: text({ enum: ['all', 'read'] }),
  },
  (table) => [primaryKey({ columns: [table.custId, table.role, table.policy] })],
);

export const sessions = pgTable('sessions', {
  tokenHash: text('token_hash').primaryKey(),
  sessionId: integer('session_id').notNull().generatedByDefaultAsIdentity(),
  userId: integer('user_id').notNull(),
  context: text({ enum: ['PROFFWEB', 'AHP'] }).notNull(),
  address: text(),
  userAgent: text('user_agent'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});

export const devices = pgTable('devices', {
  deviId: integer('devi_id').primaryKey().generatedByDefaultAsIdentity(),
  dehaId: smallint('deha_id').notNull(),
  custId: integer('cust_id').notNull(),
  deviceName: text('device_name').notNull(),
  deviceSerialNumber: text('device_serial_number').notNull(),
  protocol: text().notNull(),
  identity: text().notNull(),
  tokenHash: text('token_hash'),
  formattedPhoneNumE164: text('formatted_phone_num_e164'),
  deviceMac: text('device_mac'),
  fiwaNum: integer('fiwa_num'),
  activatedDate: timestamp('activated_date', { withTimezone: true }).notNull().defaultNow(),
  hasNote: boolean('has_note').notNull().default(false),
  lastMsgIn: timestamp('last_msg_in', { withTimezone: true }),
  battery: smallint(),
  charging: boolean().notNull().default(false),
  gsmStrength: smallint('gsm_strength'),
  connected: boolean().notNull().default(false),
  trackingUntil: timestamp('tracking_until', { withTimezone: true }),
  posLati: doublePrecision('pos_lati'),
  posLong: doublePrecision('pos_long'),
  posTime: timestamp('pos_time', { withTimezone: true }),
  posType: smallint('pos_type'),
  posAccuracy: real('pos_accuracy'),
  place: text(),
  stateTime: timestamp('state_time', { withTimezone: true }),
  flags: text().array().notNull().default([]),
  status: smallint().notNull().default(100),
  rev: rev().notNull(),
});

export const deviceAssignments = pgTable('device_assignments', {
  assignmentId: integer('assignment_id').primaryKey().generatedByDefaultAsIdentity(),
  deviId: integer('devi_id').notNull(),
  custId: integer('cust_id').notNull(),
  beginsAt: timestamp('begins_at', { withTimezone: true }).notNull(),
  endsAt: timestamp('ends_at', { withTimezone: true }),
  erasedAt: timestamp('erased_at', { withTimezone: true }),
});

export const consents = pgTable('consents', {
  consentId: integer('consent_id').primaryKey().generatedByDefaultAsIdentity(),
  userId: integer('user_id'),
  assignmentId: integer('assignment_id'),
  custId: integer('cust_id'),
  kind: text().notNull(),
  state: text({ enum: consentStates }).notNull(),
  saidAt: timestamp('said_at', { withTimezone: true }).notNull(),
  recordedAt: timestamp('recorded_at', { withTimezone: true }).notNull(),
  recordedBy: integer('recorded_by').notNull(),
  note: text().notNull().default(''),
});

export const transactions = pgTable(
  'transactions',
  {
    tranId: bigint('tran_id', { mode: 'number' }).notNull(),
    recTs: timestamp('rec_ts', { withTimezone: true }).notNull(),
    deviId: integer('devi_id').notNull(),
    dehaId: smallint('deha_id').notNull(),
    custId: integer('cust_id').notNull(),
    assignmentId: integer('assignment_id'),
    metyId: smallint('mety_id').notNull(),
    subtypes: smallint().array(),
    tranSource: smallint('tran_source').notNull(),
    direction: char({ length: 1 }).notNull().default('I'),
    deviceTime: timestamp('device_time', { withTimezone: true }),
    historical: boolean().notNull().default(false),
    posType: smallint('pos_type'),
    posLati: doublePrecision('pos_lati'),
    posLong: doublePrecision('pos_long'),
    posTime: timestamp('pos_time', { withTimezone: true }),
    accuracy: real(),
    numSatellites: smallint('num_satellites'),
    hdop: real(),
    speed: real(),
    course: real(),
    altitude: real(),
    gsmStrength: smallint('gsm_strength'),
    battery: smallint(),
    word: text(),
    raw: bytea(),
    sampleNo: smallint('sample_no').notNull().default(0),
    detail: jsonb(),
  },
  (table) => [primaryKey({ columns: [table.recTs, table.tranId] })],
);

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
  claimedBy: integer('claimed_by'),
  claimedAt: timestamp('claimed_at', { withTimezone: true }),
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

export const unknownDevices = pgTable('unknown_devices', {
  protocol: text().notNull(),
  identity: text().notNull(),
  firstSeen: timestamp('first_seen', { withTimezone: true }).notNull(),
  lastSeen: timestamp('last_seen', { withTimezone: true }).notNull(),
  count: integer().notNull(),
  lastAddress: text('last_address').notNull(),
  lastWord: text('last_word').notNull(),
  lastRaw: bytea('last_raw').notNull(),
  /** The last address as it is counted. */
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
});

export const commands = pgTable('commands', {
  commandId: integer('command_id').primaryKey().generatedByDefaultAsIdentity(),
  deviId: integer('devi_id').notNull(),
  command: jsonb().notNull(),
  state: text({ enum: ['pending', 'sent', 'confirmed', 'failed'] })
    .notNull()
    .default('pending'),
  tries: smallint().notNull().default(0),
  ref: text(),
  reason: text(),
  createdBy: integer('created_by'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
  endedAt: timestamp('ended_at', { withTimezone: true }),
});

export const deviceSettings = pgTable('device_settings', {
  deviId: integer('devi_id').notNull(),
  key: text().notNull(),
  desired: jsonb(),
  reported: jsonb(),
  reportedAt: timestamp('reported_at', { withTimezone: true }),
  commandId: integer('command_id'),
  updatedBy: integer('updated_by'),
  updatedAt: timestamp('updated_at', { withTimezone: true }),
});

const fromContent = sql`content`;

export const auditEntries = pgTable('audit_entries', {
  auditId: bigint('audit_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  salt: text().notNull(),
  content: text().notNull(),
  at: bigint({ mode: 'number' }).notNull().generatedAlwaysAs(fromContent),
  action: text().notNull().generatedAlwaysAs(fromContent),
  userId: integer('user_id').generatedAlwaysAs(fromContent),
  custId: integer('cust_id').generatedAlwaysAs(fromContent),
  deviId: integer('devi_id').generatedAlwaysAs(fromContent),
});

export const auditChain = pgTable('audit_chain', {
  seq: bigint({ mode: 'number' }).primaryKey(),
  auditId: bigint('audit_id', { mode: 'number' }).notNull(),
  at: bigint({ mode: 'number' }).notNull(),
  custId: integer('cust_id'),
  contentHash: text('content_hash').notNull(),
  hash: text().notNull(),
});

/** How far the chain goes. */
export const auditHead = pgTable('audit_head', {
  one: boolean().primaryKey().default(true),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
});

export const outbox = pgTable('outbox', {
  mailId: bigint('mail_id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  recipient: text().notNull(),
  language: text().notNull(),
  template: text().notNull(),
  content: jsonb().$type<Record<string, string | number>>(),
  state: text({ enum: ['waiting', 'sent', 'failed'] })
    .notNull()
    .default('waiting'),
  tries: smallint().notNull().default(0),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  nextTryAt: timestamp('next_try_at', { withTimezone: true }),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  lastError: text('last_error'),
});

export const attempts = pgTable('attempts', {
  keyHash: text('key_hash').primaryKey(),
  failures: integer().notNull(),
  lastAt: timestamp('last_at', { withTimezone: true }).notNull(),
  heldUntil: timestamp('held_until', { withTimezone: true }),
});

export const accountRequests = pgTable('account_requests', {
  kind: text({ enum: ['resetPassword', 'validateEmail', 'accountLocked', 'gdpr'] }).notNull(),
  username: text().notNull(),
  address: text().notNull(),
  requestedAt: timestamp('requested_at', { withTimezone: true }).notNull(),
  heldUntil: timestamp('held_until', { withTimezone: true }),
});

export const accountTokens = pgTable('account_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  userId: integer('user_id').notNull(),
  purpose: text({ enum: ['resetPassword'] }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);
