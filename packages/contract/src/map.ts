import { statusKeys } from '@varde/catalogue/statuses';
import { type WarningFlag, warningFlags } from '@varde/catalogue/warning-flags';
import { z } from 'zod';
import { deviceFilter } from './devices.ts';
import { defineEndpoint } from './endpoint.ts';
import { routes } from './routes.ts';
import { filtersField, transactionSchema } from './transactions.ts';

/** Degrees, as text: an empty one would be a 0. */
const degrees = (most: number) =>
  z.coerce
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,9})?$/, { error: 'are no degrees', abort: true })
    .refine((text) => Math.abs(Number(text)) <= most, `are no degrees up to ${most}`);

/** The devices of the map: those of the list with these filters, and with one of these warnings. */
const mapFilter = deviceFilter.extend({ filters: filtersField });
export type MapFilter = z.output<typeof mapFilter>;

/** What a map shows. */
export const viewFields = {
  /** West of `east` unless the view crosses the 180th meridian. */
  west: degrees(180),
  south: degrees(90),
  east: degrees(180),
  north: degrees(90),
  /** Of the map, rounded down. */
  zoom: z.coerce.number().int().min(0).max(24),
};

type View = { [Side in keyof typeof viewFields]: z.output<(typeof viewFields)[Side]> };

/** For `superRefine`: a view without an area is none. */
export function requireArea({ west, south, east, north }: View, { addIssue }: z.RefinementCtx): void {
  if (Number(south) >= Number(north))
    addIssue({ code: 'custom', path: ['north'], message: 'is not north of the south' });
  if (Number(west) === Number(east)) addIssue({ code: 'custom', path: ['east'], message: 'is the west: no area' });
}

const mapQuery = mapFilter
  .extend({
    ...viewFields,
    /** That of the answer that the caller has. */
    uuid: z.uuid().optional(),
  })
  .superRefine(requireArea);
export type MapQuery = z.output<typeof mapQuery>;

const flagShape = Object.fromEntries(warningFlags.map((flag) => [flag, z.boolean()])) as Record<
  WarningFlag,
  z.ZodBoolean
>;

/** A device at its last position. Field names: specification 2, section 3 "Map position". Times are Unix milliseconds. */
const mapPositionSchema = z.object({
  /** The message with the position; null: it is deleted. */
  tranId: z.number().nullable(),
  deviId: z.number(),
  deviceName: z.string(),
  posLati: z.number(),
  posLong: z.number(),
  posTime: z.number(),
  posType: z.number().nullable(),
  sat: z.number().nullable(),
  hdop: z.number().nullable(),
  accuracy: z.number().nullable(),
  /** False at 0,0, which is a fault of the device. */
  drawMarker: z.boolean(),
  lastMsgIn: z.number().nullable(),
  ...flagShape,
  status: z.enum(statusKeys),
});
export type MapPosition = z.output<typeof mapPositionSchema>;

/** Field names: specification 2, section 3 "Map device". */
const mapDeviceSchema = z.object({
  id: z.number(),
  deviceName: z.string(),
  serialNumber: z.string(),
  dehaId: z.number(),
  custId: z.number(),
  connected: z.boolean(),
  /** It is the clone of a pair. */
  minionTwin: z.boolean(),
  vardeAsReceiver: z.boolean(),
  gx8: z.boolean(),
  /** The other unit of its pair. */
  devices: z.array(z.number()),
  lastMsgIn: z.number().nullable(),
  posTime: z.number(),
});
export type MapDevice = z.output<typeof mapDeviceSchema>;

/** Devices that are near each other in the view; never one with an open alarm. */
const mapClusterSchema = z.object({
  /** The same for the same part of the map. */
  key: z.string(),
  count: z.number(),
  /** The worst one. */
  status: z.enum(statusKeys),
  posLati: z.number(),
  posLong: z.number(),
  /** What encloses them. */
  west: z.number(),
  south: z.number(),
  east: z.number(),
  north: z.number(),
});
export type MapCluster = z.output<typeof mapClusterSchema>;

const mapViewSchema = z.object({
  /** Devices that the filters find, and those of them with a place. */
  total: z.number(),
  placed: z.number(),
  /** Most urgent first: those with an open alarm, and those that are near no other. */
  positions: z.array(mapPositionSchema),
  /** The same devices. */
  devices: z.array(mapDeviceSchema),
  clusters: z.array(mapClusterSchema),
  /** Devices in the view that are left out because it has too many: none unless there are hundreds of alarms. */
  leftOut: z.number(),
});
export type MapView = z.output<typeof mapViewSchema>;

const listMapDevices = defineEndpoint({
  ...routes.listMapDevices,
  summary: 'The devices that the caller may see in a part of the map, those near each other as one',
  permission: 'DEVICE_ACCESS_MAP',
  query: mapQuery,
  response: z.object({
    /** Another one when something in the view has changed. */
    uuid: z.string(),
    /** Null: it is that of the `uuid` in the query. */
    view: mapViewSchema.nullable(),
  }),
});

export const listedTransactionSchema = transactionSchema.extend({ deviceName: z.string() });

const listAllTransactions = defineEndpoint({
  ...routes.listAllTransactions,
  summary: 'What the devices of the map sent and were sent, newest first',
  permission: 'DEVICE_TRANSACTION_LOG',
  query: mapFilter.extend({
    /** 0: from the newest on. What is older is behind the cursor. */
    maxTransactionId: z.coerce.number().int().min(0).max(0).default(0),
    transactionCount: z.coerce.number().int().min(1).max(200).default(25),
    cursor: z.string().max(400).optional(),
  }),
  response: z.object({ transactions: z.array(listedTransactionSchema), nextCursor: z.string().nullable() }),
});

export const mapCalls = { listMapDevices, listAllTransactions };
