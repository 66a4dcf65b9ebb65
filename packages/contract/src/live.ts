import type { Policy } from '@varde/catalogue/permissions';
import { z } from 'zod';
import { alarmSchema } from './alarms.ts';
import { walkTestRowSchema } from './device-logs.ts';
import { cloneSchema, deviceRowSchema, listedDeviceSchema, placeSchema } from './devices.ts';
import { scannedPointSchema } from './indoor-locations.ts';
import { learningSensorSchema } from './sensors.ts';
import { transactionSchema } from './transactions.ts';
import { liveDestinations } from './transport.ts';

/** A device, with its position for callers who may see its map. */
const followedDevice = deviceRowSchema.extend(placeSchema.partial().shape);

/**
 * Topics of the live channel: STOMP 1.2 over WebSocket at `livePath`.
 *
 * A SUBSCRIBE may carry the header `since: <rev>`, the highest `rev` that the subscriber has. The first message then
 * holds all later changes, so that a browser that was away catches up without a full reload. `devices` takes the header
 * `query` as well: a `deviceFilter` in the form of a query string. So does `mapMoves`: `uuid=`, that of an answer to
 * `listMapDevices`.
 */
export const liveTopics = {
  /**
   * Changes to the devices that the subscriber may see and that pass `query`, without positions, at most one message
   * every 250 ms.
   */
  devices: {
    destination: liveDestinations.devices,
    permission: 'DEVICE_LIST' as Policy,
    message: z.object({
      rev: z.number(),
      /** Whole rows; of two of one device the one with the higher `rev` counts. */
      changes: z.array(listedDeviceSchema),
      /** Devices that changed and do not pass `query`, or left the subscriber's scope. */
      removed: z.array(z.number()).optional(),
      /** Clones that changed: their masters' rows show them. */
      clones: z.array(z.object({ masterDevice: z.number(), clone: cloneSchema })).optional(),
      /** Devices whose notes changed, for callers who may read these. */
      notesChanged: z.array(z.number()).optional(),
      /** Too many changes since `since`, or they are not known: fetch the list again. `rev` is its present revision. */
      reset: z.boolean().optional(),
    }),
  },
  /**
   * Where the devices are that a view of the map shows alone, when they move: at most one message a second. The first
   * message holds the moves since the view was fetched.
   */
  mapMoves: {
    destination: liveDestinations.mapMoves,
    permission: 'DEVICE_ACCESS_MAP' as Policy,
    message: z.object({
      moves: z.array(z.object({ deviId: z.number(), posLati: z.number(), posLong: z.number(), posTime: z.number() })),
      /** The caller has not fetched the view during the last minute: fetch it again, then its moves follow. */
      unknown: z.boolean().optional(),
    }),
  },
  /** Open alarms and their changes; never delayed. The first message holds all that are not reset. */
  alarms: {
    destination: liveDestinations.alarms,
    permission: 'DEVICE_LIST' as Policy,
    message: z.object({
      rev: z.number(),
      /** True: `alarms` is the complete list of alarms that are not reset. */
      complete: z.boolean(),
      alarms: z.array(alarmSchema),
    }),
  },
  /** One device in its present state, and notices of changes to its settings, commands or note. */
  device: {
    destination: liveDestinations.device,
    permission: 'DEVICE_LIST' as Policy,
    message: z.object({
      device: followedDevice.optional(),
      /** Its settings, readings or geofences changed: fetch them again. Told to callers who may open its settings. */
      devicePageChanged: z.boolean().optional(),
      /** A command of the device changed state: fetch them again. */
      commandsChanged: z.boolean().optional(),
      /** The note on the device changed: fetch it again. Told to callers with DEVICE_NOTE. */
      noteChanged: z.boolean().optional(),
      /** Its indoor locations changed: fetch them again. Told to callers with DEVICE_INDOOR. */
      indoorLocationsChanged: z.boolean().optional(),
      /** Whom its alarms are told to changed: fetch the device again. Told to callers with EVENT_SETUP. */
      listChanged: z.boolean().optional(),
    }),
  },
  /** New transactions of one device, newest last. */
  transactions: {
    destination: liveDestinations.transactions,
    permission: 'DEVICE_TRANSACTION_LOG' as Policy,
    message: z.object({ transactions: z.array(transactionSchema) }),
  },
  /** The messages to one device: fetch them again. Also the first message, so that no change is missed. */
  messages: {
    destination: liveDestinations.messages,
    permission: 'DEVICE_LIST' as Policy,
    message: z.object({ messagesChanged: z.literal(true) }),
  },
  /** What a unit hears while it learns, and changes to what it heard. */
  localLearning: {
    destination: liveDestinations.localLearning,
    permission: 'DEVICE_SENSOR' as Policy,
    message: z.object({ sensors: z.array(learningSensorSchema) }),
  },
  /** What a unit measures in a walk test. */
  walkTest: {
    destination: liveDestinations.walkTest,
    permission: 'DEVICE_SENSOR' as Policy,
    message: z.object({ sensors: z.array(walkTestRowSchema) }),
  },
  /**
   * The access points of each message of a device while a scan of it runs, as it was committed. After a lost connection
   * `getIndoorScan` has the whole of it.
   */
  accessPointScan: {
    destination: liveDestinations.accessPointScan,
    permission: 'DEVICE_INDOOR' as Policy,
    message: z.array(scannedPointSchema),
  },
} as const;

export type LiveTopicName = keyof typeof liveTopics;
export type LiveMessage<T extends LiveTopicName> = z.output<(typeof liveTopics)[T]['message']>;
