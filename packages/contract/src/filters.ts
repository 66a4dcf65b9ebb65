import { auditActions } from '@varde/catalogue/audit-actions';
import { statusKeys } from '@varde/catalogue/statuses';
import * as z from 'zod/mini';

/**
 * What lists can be narrowed to: fields of queries, which the console reads from its addresses as well. They are
 * written with `zod/mini`, because every first load of the console carries them; a query takes them like other fields.
 */

/** An id in an address or a query: a positive 32-bit number, as the database keeps it. */
export const idField = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));

const words = (max: number) => z.string().check(z.trim(), z.maxLength(max));

export const deviceFilterFields = {
  /** Part of the name or the serial number. */
  search: z.optional(words(100)),
  status: z.optional(z.enum(statusKeys)),
};
export const deviceSorts = ['default', 'lastContactAscending', 'lastContactDescending', 'name'] as const;

export const customerFilterFields = {
  /** A part of the name, or the beginning of the organisation number. */
  search: z.optional(words(120)),
};

export const userFilterStates = ['active', 'invited', 'inactive', 'temporary'] as const;
export const userFilterFields = {
  /** A part of the name or the username. */
  search: z.optional(words(120)),
  state: z.optional(z.enum(userFilterStates)),
};

/** A part of a name, a username or a serial number: one line without control characters. */
export const personSearchField = words(120).check(z.regex(/^\P{Cc}*$/u));

export const auditActionField = z.enum(auditActions.map(({ key }) => key));
export const auditFilterFields = {
  /** A part of somebody's name or username. */
  user: z.optional(words(100)),
  action: z.optional(auditActionField),
  /** `changes` leaves looks out, `looks` shows nothing else. */
  kind: z.optional(z.enum(['changes', 'looks'])),
};
