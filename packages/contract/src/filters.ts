import { alarmFilters } from '@varde/catalogue/alarm-filters';
import { statusKeys } from '@varde/catalogue/statuses';
import { userTags } from '@varde/catalogue/user-tags';
import * as z from 'zod/mini';
import { columnKeys } from './device-columns.ts';

/**
 * The filters of lists: fields of queries, which the console reads from its URLs as well. They are written with
 * `zod/mini`, because every first load of the console carries them; a query takes them like other fields.
 */

/** An id in a URL or a query: a positive 32-bit number, as the database keeps it. */
export const idField = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));

/**
 * Words of a search, as they were typed: `search_words` reads them. Without the fields of forms, which the first load has
 * no room for.
 */
const words = (max: number) => z.string().check(z.trim(), z.maxLength(max));

/** An optional condition: 1 in a URL or a query. */
const switchField = z.optional(z.pipe(z.coerce.number(), z.literal(1)));

/** The number of a type of hardware. */
export const dehaIdField = idField.check(z.maximum(32_767));

/** By key, or by the number that the old console sends. */
const alarmFilterWords = alarmFilters.flatMap(({ key, value }) => [key, `${value}` as const]);

const tag = userTags.join('|');

/** The filter of a device list; all given conditions must hold. */
export const deviceFilterFields = {
  /** Part of the name or the serial number. */
  search: z.optional(words(100)),
  status: z.optional(z.enum(statusKeys)),
  /** This customer and everything below it. */
  custId: z.optional(idField),
  /** Devices of this hardware. */
  dehaId: z.optional(dehaIdField),
  filter: z.optional(z.enum(alarmFilterWords)),
  /** Devices with one of these user tags, with commas between them. */
  userTags: z.optional(z.string().check(z.regex(new RegExp(`^(${tag})(,(${tag}))*$`)))),
  /** Devices that can scan for wifi networks. */
  wifi: switchField,
  /** Devices with a fault that their customer can correct, such as a low battery (`maintain` of the catalogue). */
  maintain: switchField,
  /** Devices that must be tested from end to end (`isTestDue` of the catalogue). */
  testDue: switchField,
  /** Devices whose notification list, their own or inherited, tells nobody of an emergency. Needs EVENT_SETUP. */
  reachesNobody: switchField,
  /** Devices without a known position. Needs DEVICE_ACCESS_MAP. */
  unplaced: switchField,
  /** Units with a sensor that has this in its name, its serial number or its address. Needs DEVICE_SENSOR. */
  sensor: z.optional(words(100)),
};
const column = columnKeys.join('|');
/** Columns of the device list in their order, with commas between them. */
export const deviceColumnsField = z.string().check(z.regex(new RegExp(`^(${column})(,(${column}))*$`)));

export const deviceSorts = [
  'default',
  'name',
  'lastContactDescending',
  'lastContactAscending',
  'notesAddedDescending',
] as const;

/** Why an alarm was reset. Texts: `alarms.outcomes.<outcome>`. */
export const alarmOutcomes = ['helped', 'falseAlarm', 'test', 'technical', 'other'] as const;

/** Unix milliseconds, in the year 9892. PostgreSQL reads years of four digits only, as `toISOString` writes them. */
export const latestMoment = 250_000_000_000_000;

/** A moment, in Unix milliseconds. */
export const momentField = z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(latestMoment));

/** Which notes are listed; all that is given must hold. */
export const noteFilterFields = {
  /** Of these devices, with commas between them. */
  deviIds: z.optional(z.string().check(z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,199}$/))),
};

/** Which alarms of the history are shown; all that is given must hold. */
export const alarmFilterFields = {
  /** Part of the name or the serial number of the device. */
  search: z.optional(words(100)),
  /** This customer and everything below it. */
  custId: z.optional(idField),
  /** The message type of the alarm. */
  metyId: z.optional(z.coerce.number().check(z.int(), z.positive(), z.maximum(32_767))),
  outcome: z.optional(z.enum(alarmOutcomes)),
  /** Whether it came to an alarm centre. */
  escalated: z.optional(z.enum(['yes', 'no'])),
  /** A part of the name of who claimed or reset it, or of who handled it. */
  who: z.optional(words(120)),
  /** Received at this moment or later. */
  from: z.optional(momentField),
  /** Received before this moment. */
  to: z.optional(momentField),
};

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
export const personSearchField = words(120).check(z.regex(/^[ -~\u00a0-\uffff]*$/));

export const auditFilterFields = {
  /** A part of a user's name or username. */
  user: z.optional(words(100)),
  /** The name of an action; which there are is for `audit.ts`: the console reads addresses before it loads them. */
  action: z.optional(z.string().check(z.regex(/^[a-zA-Z]+\.[a-zA-Z]+$/))),
  /** `changes` leaves reads out, `looks` shows nothing else. */
  kind: z.optional(z.enum(['changes', 'looks'])),
};
