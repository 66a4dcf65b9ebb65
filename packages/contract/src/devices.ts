import { alarmFilters } from '@varde/catalogue/alarm-filters';
import { deviceActionKeys } from '@varde/catalogue/device-actions';
import { statusKeys } from '@varde/catalogue/statuses';
import { type WarningFlag, warningFlags } from '@varde/catalogue/warning-flags';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { deviceFilterFields, deviceSorts, idField } from './filters.ts';
import { routes } from './routes.ts';

const flagShape = Object.fromEntries(warningFlags.map((flag) => [flag, z.boolean()])) as Record<
  WarningFlag,
  z.ZodBoolean
>;
/** By key, or by the number that the old console sends. */
const alarmFilterWords = alarmFilters.flatMap(({ key, value }) => [key, `${value}` as const]);

/** A device as the list shows it, without its position, which only calls and topics of one device carry. Field names: specification 1, section 3. Times are Unix milliseconds. */
export const deviceRowSchema = z.object({
  deviId: z.number(),
  dehaId: z.number(),
  /** The type name of the hardware; empty for hardware that Varde does not know. */
  detyName: z.string(),
  deviceName: z.string(),
  deviceSNNum: z.string(),
  ownedByCustId: z.number(),
  ownedByCustName: z.string(),
  lastMsgIn: z.number().nullable(),
  formattedPhoneNumE164: z.string().nullable(),
  /** Raw, in the scale of the hardware. */
  gsmStrength: z.number().nullable(),
  /** Percent. */
  battery: z.number().nullable(),
  charging: z.boolean(),
  /** Manual tracking is on until this time. */
  trackingUntil: z.number().nullable(),
  connected: z.boolean(),
  hasNote: z.boolean(),
  ...flagShape,
  /** The first match in the priority order. */
  status: z.enum(statusKeys),
  rev: z.number(),
});
export type DeviceRow = z.output<typeof deviceRowSchema>;

/** Last position of a device: personal data, so each read is audited. */
const placeShape = {
  posLati: z.number().nullable(),
  posLong: z.number().nullable(),
  posTime: z.number().nullable(),
  posType: z.number().nullable(),
  posAccuracy: z.number().nullable(),
  place: z.string().nullable(),
};
export const placeKeys = Object.keys(placeShape) as (keyof typeof placeShape)[];
export const placeSchema = z.object(placeShape);
export type Place = z.output<typeof placeSchema>;

export const placedDeviceSchema = deviceRowSchema.extend(placeShape);
export type PlacedDevice = z.output<typeof placedDeviceSchema>;

export const deviceParams = z.object({ deviId: idField });

/**
 * What the caller may do with a device. `map`: see where it is and was; `transactions`: its log; `settings`: its settings
 * page; `resetAlarm`: reset its alarms; `assign`: give it to another customer; `auditLog`: see who did what with it; `identities`: see, add and remove
 * the names under which it speaks.
 */
export const deviceAbilities = [
  'map',
  'transactions',
  'settings',
  'resetAlarm',
  'assign',
  'auditLog',
  'identities',
] as const;

/** With what the caller may do with it, and what the caller may have it do. */
export const listedDeviceSchema = deviceRowSchema.extend({
  abilities: z.array(z.enum(deviceAbilities)),
  actions: z.array(z.enum(deviceActionKeys)),
});
export type ListedDevice = z.output<typeof listedDeviceSchema>;

export const deviceDetailSchema = listedDeviceSchema.extend({
  ...placeShape,
  fiwaNum: z.number().nullable(),
  activatedDate: z.number(),
});
export type DeviceDetail = z.output<typeof deviceDetailSchema>;

/** Which devices a list shows: the call asks by it, and so does who follows the list on the live channel. */
export const deviceFilter = z.object({
  ...deviceFilterFields,
  filter: z.enum(alarmFilterWords).optional(),
  /** This customer and everything below it. */
  custId: z.optional(idField),
});
export type DeviceFilter = z.output<typeof deviceFilter>;

export const deviceListQuery = deviceFilter.extend({
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(200),
  sort: z.enum(deviceSorts).default('default'),
});

export const listDevices = defineEndpoint({
  ...routes.listDevices,
  summary: 'Devices that the caller may see, most urgent status first',
  permission: 'DEVICE_LIST',
  query: deviceListQuery,
  response: z.object({
    devices: z.array(listedDeviceSchema),
    /** Pass it as `cursor` for the next page; null on the last one. */
    nextCursor: z.string().nullable(),
    /** How many match, counted up to 10,000, with a search up to 1,000; on the first page only. */
    total: z.number().nullable(),
    /** True when there are more than were counted. */
    totalIsLowerBound: z.boolean(),
    /** Everything up to this number is in the answer: subscribe with `since` of it. */
    rev: z.number(),
  }),
});

export const getDevice = defineEndpoint({
  ...routes.getDevice,
  summary: 'One device with what the caller may do with it',
  permission: 'DEVICE_LIST',
  params: deviceParams,
  response: deviceDetailSchema,
});

export const positionSchema = z.object({
  tranId: z.number(),
  posLati: z.number(),
  posLong: z.number(),
  posTime: z.number(),
  posType: z.number(),
  sat: z.number().nullable(),
  hdop: z.number().nullable(),
  accuracy: z.number().nullable(),
});
export type Position = z.output<typeof positionSchema>;

export const listPositions = defineEndpoint({
  ...routes.listPositions,
  summary: 'The last positions of a device, newest first',
  permission: 'DEVICE_ACCESS_MAP',
  params: deviceParams,
  query: z.object({ count: z.coerce.number().int().min(1).max(50).default(10) }),
  response: z.object({ positions: z.array(positionSchema) }),
});
