import type { Policy } from '@varde/catalogue/permissions';
import { z } from 'zod';
import { alarmSchema } from './alarms.ts';
import { deviceRowSchema, listedDeviceSchema, placeSchema } from './devices.ts';
import { liveDestinations } from './routes.ts';
import { transactionSchema } from './transactions.ts';

/** A device, and where it is for those who may see its map. */
const followedDevice = deviceRowSchema.extend(placeSchema.partial().shape);

/**
 * Topics of the live channel: STOMP 1.2 over WebSocket at `livePath`.
 *
 * A SUBSCRIBE may carry the header `since: <rev>`, the highest `rev` that the subscriber has. The first message
 * then holds everything that changed after it, so that a browser that was away catches up without a full reload.
 * `devices` takes the header `query` as well: a `deviceFilter` in the form of a query string.
 */
export const liveTopics = {
  /**
   * Changes to the devices that the subscriber may see and that pass `query`, and not where they are, at most one message
   * every 250 ms.
   */
  devices: {
    destination: liveDestinations.devices,
    permission: 'DEVICE_LIST' as Policy,
    message: z.object({
      rev: z.number(),
      /** Whole rows; of two of one device the one with the higher `rev` counts. */
      changes: z.array(listedDeviceSchema),
      /** Devices that changed and do not pass `query`, or left the subscriber's sight. */
      removed: z.array(z.number()).optional(),
      /** Too much changed since `since`, or it cannot be said what: fetch the list again. `rev` is where it stands. */
      reset: z.boolean().optional(),
    }),
  },
  /** Open alarms and what becomes of them; never held back. The first message holds all that are not reset. */
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
  /** One device as it is now, and that its settings or commands changed. */
  device: {
    destination: liveDestinations.device,
    permission: 'DEVICE_LIST' as Policy,
    message: z.object({
      device: followedDevice.optional(),
      /** The device's settings changed: fetch them again. */
      settingsChanged: z.boolean().optional(),
      /** A command of the device came further: fetch them again. */
      commandsChanged: z.boolean().optional(),
    }),
  },
  /** New transactions of one device, newest last. */
  transactions: {
    destination: liveDestinations.transactions,
    permission: 'DEVICE_TRANSACTION_LOG' as Policy,
    message: z.object({ transactions: z.array(transactionSchema) }),
  },
} as const;

export type LiveTopicName = keyof typeof liveTopics;
export type LiveMessage<T extends LiveTopicName> = z.output<(typeof liveTopics)[T]['message']>;
