import { unreachedCauses } from '@varde/catalogue/alarm-receivers';
import { deviceActionKeys } from '@varde/catalogue/device-actions';
import type { DeviceDetails } from '@varde/catalogue/device-details';
import { deviceTabKeys } from '@varde/catalogue/device-tabs';
import { statusKeys } from '@varde/catalogue/statuses';
import type { TypeDetails } from '@varde/catalogue/type-details';
import { userTags } from '@varde/catalogue/user-tags';
import { type WarningFlag, warningFlags } from '@varde/catalogue/warning-flags';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { deviceFilterFields, deviceSorts, idField } from './filters.ts';
import { routes } from './routes.ts';

export const twinTypes = ['NONE', 'MASTER', 'CLONE'] as const;

const flagShape = Object.fromEntries(warningFlags.map((flag) => [flag, z.boolean()])) as Record<
  WarningFlag,
  z.ZodBoolean
>;

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
  /** It is in tracking mode: its tracking was started, and has not been ended yet. */
  tracking: z.boolean(),
  /** Manual tracking is on until this time. */
  trackingUntil: z.number().nullable(),
  /** Its latest test from end to end with its present wearer; null: none (`isTestDue` of the catalogue). */
  lastTestAt: z.number().nullable(),
  connected: z.boolean(),
  /** It is off the arm; null: it has not said, or its hardware does not notice (`wearDetection`). */
  watchRemoved: z.boolean().nullable(),
  hasNote: z.boolean(),
  /** When the note was added. */
  noteAddedAt: z.number().nullable(),
  /** What it is used for. */
  userTag: z.enum(userTags),
  /** Of the image of its wearer: another image, another version; null: no image. */
  userImageVersion: z.number().nullable(),
  /** Also users who do not work for a partner may delete it. */
  allowDeviceDeletes: z.boolean(),
  /** Its alarms come to Varde: the choice of hardware that may have another receiver (`choosesReceiver`). */
  vardeAsReceiver: z.boolean(),
  /** Its wearer is not located: it has a place only while an alarm is open for which somebody must be found. */
  disablePositioning: z.boolean(),
  twin: z.enum(twinTypes),
  /** The pair that it is one of; null for none. */
  deviceTwin: z
    .object({
      deviId: z.number(),
      /** Number of the pair's master, and of its clone. */
      masterDevice: z.number(),
      device: z.number(),
      /** Serial number of the other one. */
      serial: z.string(),
    })
    .nullable(),
  ...flagShape,
  /** Its purpose. */
  status: z.enum(statusKeys),
  rev: z.number(),
});
export type DeviceRow = z.output<typeof deviceRowSchema>;

/** A clone as the row of its master shows it. */
export const cloneSchema = deviceRowSchema.pick({
  deviId: true,
  dehaId: true,
  deviceName: true,
  deviceSNNum: true,
  lastMsgIn: true,
  battery: true,
  charging: true,
  status: true,
  escalated: true,
  rev: true,
});
export type Clone = z.output<typeof cloneSchema>;

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
 * The caller's abilities on a device. `map`: see its present and past positions; `transactions`: its log; `settings`:
 * its settings page; `note`: read its note; `resetAlarm`: reset its alarms; `test`: be led through a test of
 * it; `assign`: hand it over to another customer;
 * `auditLog`: see its audit log; `personalData`: export all that is held about its wearer; `identities`: see, add and remove its identities; `rename`: change its name; `info`:
 * see the data about it and its wearer; `alarmCentre`: see the alarm centre of its event setup; `editInfo`: change that; `swap`: replace it by another unit; `twin`: see and
 * change its twin; `forgetHistory`, `delete`: delete its log, or all of it; `allowDeletes`: let others delete it as well.
 */
export const deviceAbilities = [
  'map',
  'transactions',
  'settings',
  'note',
  'eventSetup',
  'alarmCentre',
  'phone',
  'userImage',
  'resetAlarm',
  'test',
  'assign',
  'swap',
  'twin',
  'forgetHistory',
  'delete',
  'allowDeletes',
  'auditLog',
  'personalData',
  'identities',
  'rename',
  'info',
  'editInfo',
] as const;

/** With the caller's abilities on it, and the caller's actions. */
export const listedDeviceSchema = deviceRowSchema.extend({
  abilities: z.array(z.enum(deviceAbilities)),
  actions: z.array(z.enum(deviceActionKeys)),
  /** The clone of a master; absent from changes, which leave it as it is. */
  twinDevice: cloneSchema.nullable().optional(),
});
export type ListedDevice = z.output<typeof listedDeviceSchema>;

/** What follows from the row (`deviceDetailsOf` of the catalogue). Field names: specification 2, section 3. */
const detailShape = {
  deviceTypeName: z.string(),
  deviceSerialNumber: z.string(),
  ownedByCustomer: z.object({ custId: z.number(), firmName: z.string() }),
  twinChild: z.boolean(),
  hasUserImage: z.boolean(),
  neverUsed: z.boolean(),
  inAlarmMode: z.boolean(),
  failedSelfCheck: z.boolean(),
  batteryLow: z.boolean(),
  staticTooLong: z.boolean(),
  deviceStatus: z.enum(statusKeys),
} satisfies { [F in keyof DeviceDetails]: z.ZodType<DeviceDetails[F]> };

/** What follows from its type (`typeDetailsOf` of the catalogue). */
const typeShape = {
  climax: z.boolean(),
  allowCustomEvents: z.boolean(),
  wifiSupport: z.boolean(),
  sotaFwnum: z.number(),
} satisfies { [F in keyof TypeDetails]: z.ZodType<TypeDetails[F]> };

export const deviceDetailSchema = listedDeviceSchema.extend({
  ...placeShape,
  ...detailShape,
  ...typeShape,
  fiwaNum: z.number().nullable(),
  /** When its customer got it from stock, or it was registered there; null: it is in stock. */
  activatedDate: z.number().nullable(),
  /** When it was registered in Varde; null: before Varde kept that. */
  firstRegistrationDate: z.number().nullable(),
  /** Null without `info`, like the next fields. */
  deviceMac: z.string().nullable(),
  /** The identity that is an IMEI. */
  deviceImei: z.string().nullable(),
  /** The alarm centre of the device; null: none. */
  ahpId: z.number().nullable(),
  /** The user who approved the training of its wearer; null: not approved. */
  trainingApprovedBy: z.number().nullable(),
  trainingApprovedByName: z.string().nullable(),
  /** The value of `watchRemoval` that the watch has confirmed; null: none. */
  watchRemovedEnabled: z.boolean().nullable(),
  /** Words of its last messages that Varde does not know, topics of others among them, the latest first; none without `info`. */
  unknownWords: z.array(z.object({ word: z.string(), at: z.number() })),
  /** Minutes outside a geofence without a delay of its own; null without the policy or the tab, like the next fields. */
  delayDay: z.number().nullable(),
  delayNight: z.number().nullable(),
  /** Minutes without moving outside a geofence; 0: off. */
  delayMotionless: z.number().nullable(),
  /** Its alarms are told by a call as well. */
  callAlert: z.boolean().nullable(),
  /** Positions by WiFi and cell decide about a geofence. */
  geofenceWifiLocationAlert: z.boolean().nullable(),
  /** It is tracked from its alarm until the reset. */
  autoTracking: z.boolean().nullable(),
  /** An SOS is told to nobody; null: the caller may not see its notification list. */
  reachesNobody: z.boolean().nullable(),
  /** Why; null also where it reaches somebody. */
  unreachedBecause: z.enum(unreachedCauses).nullable(),
  /** The tabs of its page with content for the caller, in their order. */
  tabs: z.array(z.object({ key: z.enum(deviceTabKeys), place: z.enum(['main', 'general']) })),
});
export type DeviceDetail = z.output<typeof deviceDetailSchema>;

/** The filter of a device list, for the call and for the live topic. */
export const deviceFilter = z.object(deviceFilterFields);
export type DeviceFilter = z.output<typeof deviceFilter>;

export const deviceListQuery = deviceFilter.extend({
  cursor: z.string().max(400).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(200),
  sort: z.enum(deviceSorts).default('default'),
});
export type DeviceListQuery = z.output<typeof deviceListQuery>;

const listDevices = defineEndpoint({
  ...routes.listDevices,
  summary: 'Devices that the caller may see, most urgent status first',
  permission: 'DEVICE_LIST',
  query: deviceListQuery,
  response: z.object({
    devices: z.array(listedDeviceSchema),
    /** Pass it as `cursor` for the next page; null on the last one. */
    nextCursor: z.string().nullable(),
    /**
     * The number of matches, on the first page only; counted up to 10,000, with a filter up to 1,000, with a search up
     * to the end of the page.
     */
    total: z.number().nullable(),
    /** True when there are more than were counted. */
    totalIsLowerBound: z.boolean(),
    /** Everything up to this number is in the answer: subscribe with `since` of it. */
    rev: z.number(),
  }),
});

const getDevice = defineEndpoint({
  ...routes.getDevice,
  summary: 'One device with what the caller may do with it',
  permission: 'DEVICE_LIST',
  forPrograms: true,
  params: deviceParams,
  response: deviceDetailSchema,
});

export const positionSchema = z.object({
  tranId: z.number(),
  /** Of the message that had it. */
  metyId: z.number(),
  posLati: z.number(),
  posLong: z.number(),
  posTime: z.number(),
  posType: z.number(),
  sat: z.number().nullable(),
  hdop: z.number().nullable(),
  accuracy: z.number().nullable(),
});
export type Position = z.output<typeof positionSchema>;

const listPositions = defineEndpoint({
  ...routes.listPositions,
  summary: 'The last positions of a device, newest first',
  permission: 'DEVICE_ACCESS_MAP',
  params: deviceParams,
  query: z.object({
    count: z.coerce.number().int().min(1).max(50).default(10),
    /** That of the answer that the caller has. */
    uuid: z.uuid().optional(),
  }),
  response: z.object({
    /** Another one when one of the positions has changed. */
    uuid: z.string(),
    /** Null: they are those of the `uuid` in the query. */
    positions: z.array(positionSchema).nullable(),
  }),
});

export const deviceCalls = { listDevices, getDevice, listPositions };
