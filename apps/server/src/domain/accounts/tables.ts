import { consentStates } from '@varde/catalogue/consent-kinds';
import type { MarketId } from '@varde/catalogue/markets';
import type { Role } from '@varde/catalogue/permissions';
import type { Address } from '@varde/contract/fields';
import { sql } from 'drizzle-orm';
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';

export const users = pgTable('users', {
  userId: integer('user_id').primaryKey().generatedByDefaultAsIdentity(),
  username: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  /** Last name and first name, by which lists are sorted (`name_order`). */
  sortName: text('sort_name').notNull().generatedAlwaysAs(sql``),
  mobile: text(),
  language: text().notNull().default('nb'),
  beta: boolean().notNull().default(false),
  translator: boolean().notNull().default(false),
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
  role: text().$type<Role>().notNull(),
  custId: integer('cust_id'),
});

export const sessions = pgTable('sessions', {
  tokenHash: text('token_hash').primaryKey(),
  sessionId: integer('session_id').notNull().generatedByDefaultAsIdentity(),
  userId: integer('user_id').notNull(),
  context: text({ enum: ['PROFFWEB', 'AHP'] }).notNull(),
  address: text(),
  userAgent: text('user_agent'),
  positionsConfirmedAt: timestamp('positions_confirmed_at', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});

/** A key without a hash has ended. */
export const apiKeys = pgTable('api_keys', {
  keyId: integer('key_id').primaryKey().generatedByDefaultAsIdentity(),
  userId: integer('user_id').notNull(),
  name: text().notNull(),
  keyHash: text('key_hash'),
  context: text({ enum: ['PROFFWEB', 'AHP'] }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
  endedAt: timestamp('ended_at', { withTimezone: true }),
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
