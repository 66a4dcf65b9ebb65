import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { FoundAddress } from '#platform/geocoding/geocoder.ts';

export const addresses = pgTable(
  'addresses',
  {
    lat: integer().notNull(),
    lng: integer().notNull(),
    custId: integer('cust_id').notNull(),
    named: boolean().notNull().default(false),
    address: text().notNull(),
    lookedUpAt: timestamp('looked_up_at', { withTimezone: true }),
    keptUntil: timestamp('kept_until', { withTimezone: true }).notNull(),
    rev: bigint({ mode: 'number' }).default(0),
  },
  (table) => [primaryKey({ columns: [table.lat, table.lng, table.custId, table.named] })],
);

export const addressLookups = pgTable(
  'address_lookups',
  {
    lat: integer().notNull(),
    lng: integer().notNull(),
    custId: integer('cust_id').notNull(),
    userId: integer('user_id').notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.lat, table.lng, table.custId] })],
);

export const addressSearches = pgTable(
  'address_searches',
  {
    kind: text({ enum: ['search', 'complete'] }).notNull(),
    words: text().notNull(),
    custId: integer('cust_id').notNull(),
    userId: integer('user_id').notNull(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    found: jsonb().$type<FoundAddress[]>(),
    keptUntil: timestamp('kept_until', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.words, table.custId] })],
);

export const addressSources = pgTable('address_sources', {
  source: text().primaryKey(),
  freeAt: timestamp('free_at', { withTimezone: true }).notNull(),
});
