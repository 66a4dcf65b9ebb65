import { type CustomerKind, customerKinds } from '@varde/catalogue/customer-kinds';
import { imageTypes } from '@varde/catalogue/image-types';
import type { MarketId } from '@varde/catalogue/markets';
import { type PartnerService, partnerServices } from '@varde/catalogue/partner-prices';
import type { Address } from '@varde/contract/fields';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea } from '#platform/database/columns.ts';

const customerKeys = customerKinds.map(({ key }) => key) as [CustomerKind, ...CustomerKind[]];

const serviceKeys = partnerServices.map(({ key }) => key) as [PartnerService, ...PartnerService[]];

export const customers = pgTable('customers', {
  custId: integer('cust_id').primaryKey().generatedByDefaultAsIdentity(),
  parentId: integer('parent_id'),
  path: integer().array().notNull(),
  kind: text({ enum: customerKeys }).notNull(),
  firmName: text('firm_name').notNull(),
  /** By which lists are sorted (`name_order`). */
  sortName: text('sort_name').notNull().generatedAlwaysAs(sql``),
  market: smallint().$type<MarketId>().notNull().default(1),
  orgNumber: text('org_number'),
  reference: text(),
  address: jsonb().$type<Address>(),
  billingAddress: jsonb('billing_address').$type<Address>(),
  defaultAhp: integer('default_ahp'),
  /** Somebody of this installation has made or approved it; it did not register itself alone. */
  approved: boolean().notNull().default(true),
  takesAlarms: boolean('takes_alarms').notNull().default(true),
  orderUrl: text('order_url'),
  answerSeconds: smallint('answer_seconds').notNull().default(120),
  nationalUuid: uuid('national_uuid'),
  countryId: smallint('country_id').notNull().default(1),
  auditDays: integer('audit_days'),
  positionDays: smallint('position_days'),
  addressLookup: boolean('address_lookup'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

/** What was deleted of the positions of a customer's time on a day. */
export const positionDeletions = pgTable(
  'position_deletions',
  {
    custId: integer('cust_id').notNull(),
    day: date().notNull(),
    keptDays: smallint('kept_days').notNull(),
    before: timestamp({ withTimezone: true }).notNull(),
    transactions: integer().notNull(),
    alarms: integer().notNull(),
    devices: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.custId, table.day] })],
);

export const customerImages = pgTable('customer_images', {
  custId: integer('cust_id').primaryKey(),
  mediaType: text('media_type', { enum: imageTypes }).notNull(),
  image: bytea().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
});

export const partnerPrices = pgTable(
  'partner_prices',
  {
    custId: integer('cust_id').notNull(),
    dehaId: smallint('deha_id').notNull(),
    service: text({ enum: serviceKeys }).notNull(),
    amount: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.custId, table.dehaId, table.service] })],
);

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
