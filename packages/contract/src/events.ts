import type { DeviceCommand, DeviceReport } from '@varde/catalogue/report';
import { z } from 'zod';
import type { Alarm } from './alarms.ts';
import type { WalkTestRow } from './device-logs.ts';
import type { PlacedDevice } from './devices.ts';
import type { ScannedPoint } from './indoor-locations.ts';
import type { LearningSensor } from './sensors.ts';
import type { Transaction } from './transactions.ts';

/** The messages of the bus between gateway, processing, features and live. Times are Unix milliseconds. */

/**
 * An object that the bus carries whole. Only the named fields are checked: an alarm with one field of another shape
 * must still ring.
 */
const carried = <T extends object>(...fields: (keyof T & string)[]) =>
  z.custom<T>(
    (value) => typeof value === 'object' && value !== null && fields.every((field) => field in value),
    `an object with ${fields.join(', ')}`,
  );

const originSchema = z.object({
  /** The process that holds the connection. */
  gatewayId: z.string(),
  protocol: z.string(),
  /** Number of the connection within the gateway; a newer connection of a device supersedes an older one. */
  connectionId: z.string(),
  remoteAddress: z.string(),
  receivedAt: z.number(),
  /** Transaction source, catalogue `transaction-sources`. */
  tranSource: z.number(),
});
export type UplinkOrigin = z.output<typeof originSchema>;

const identityClaimSchema = z.object({ connectionId: z.string(), address: z.string() });
export type IdentityClaim = z.output<typeof identityClaimSchema>;

const identity = z.string();

/** From the gateway: an event of a device. Strict order per device. */
const uplinkSchema = z.discriminatedUnion('kind', [
  originSchema.extend({
    kind: z.literal('message'),
    identity,
    /** SHA-256 of the message's token, hex; only protocols with a token per device. */
    tokenHash: z.string().exactOptional(),
    word: z.string(),
    retryKey: z.string().nullable(),
    timed: z.boolean(),
    raw: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    report: carried<DeviceReport>('samples', 'confirmations'),
    /**
     * Another open connection claims the same identity: one of them may be false, so that answers of neither on
     * commands and settings are accepted.
     */
    contested: z.literal(true).exactOptional(),
  }),
  originSchema.extend({
    kind: z.literal('malformed'),
    identity: identity.nullable(),
    reason: z.string(),
    raw: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  }),
  /** The connection of an identified device ended. */
  originSchema.extend({ kind: z.literal('disconnected'), identity }),
  /** Several live connections claim one identity, and not because of a reconnection. In the order of their claims. */
  originSchema.extend({
    kind: z.literal('identityContested'),
    identity,
    claims: z.array(identityClaimSchema).readonly(),
  }),
  /** One connection alone claims the identity again: this one. */
  originSchema.extend({ kind: z.literal('identitySettled'), identity }),
  /** A command was sent, or could not be. */
  originSchema.extend({
    kind: z.literal('commandSent'),
    identity,
    commandId: z.number(),
    command: carried<DeviceCommand>('kind'),
    /** The wire's own word for it, and the bytes without secrets: for the log of the device. */
    word: z.string(),
    raw: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    ref: z.string().nullable(),
    /** The rest of a command that had to wait for the device: it counts as sent already. */
    goesOn: z.literal(true).exactOptional(),
  }),
  originSchema.extend({
    kind: z.literal('commandRefused'),
    identity,
    commandId: z.number(),
    reason: z.string(),
  }),
]);
export type Uplink = z.output<typeof uplinkSchema>;

/**
 * The outcome of an uplink. The device is acknowledged on `stored` and `duplicate` only. A publish that rejects
 * (database down, stopping) means: not durable, do not acknowledge.
 */
export type UplinkVerdict = 'stored' | 'duplicate' | 'unknownDevice' | 'wrongToken' | 'recorded';

/** To the gateway that holds the device's connection; others ignore it. */
const downlinkSchema = z.object({
  gatewayId: z.string(),
  protocol: z.string(),
  identity,
  commandId: z.number(),
  /** `writeSettings` holds one whole wire group of the protocol: no state is needed to encode it. */
  command: carried<DeviceCommand>('kind'),
});
export type Downlink = z.output<typeof downlinkSchema>;

/** A device's identity on a protocol. */
const identityNameSchema = z.object({ protocol: z.string(), identity });
export type IdentityName = z.output<typeof identityNameSchema>;

/** After a commit: a change, for all users who may see the customer. */
const liveEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('device'),
    deviId: z.number(),
    custId: z.number(),
    /**
     * The whole row as it was committed. Of two events of one device the higher `rev` is the later, in either order of
     * arrival.
     */
    device: carried<PlacedDevice>('deviId', 'rev'),
    /** Set when the device was handed over: its customer before, whose viewers no longer see it if it is another one. */
    previousCustId: z.number().exactOptional(),
    /** It was deleted: nobody sees it any more. */
    deleted: z.literal(true).exactOptional(),
  }),
  /** `abilities` is empty here: they differ by subscriber and are added on delivery. */
  z.object({
    type: z.literal('alarm'),
    deviId: z.number(),
    custId: z.number(),
    alarm: carried<Alarm>('alarmId', 'rev'),
  }),
  z.object({
    type: z.literal('transactions'),
    deviId: z.number(),
    /** The customer that had the device when they happened, and those that were given it since. */
    custId: z.number(),
    laterCustIds: z.array(z.number()).readonly(),
    transactions: z.array(carried<Transaction>('tranId')),
  }),
  /** What its page shows changed: settings, readings, geofences, messages, or the state of a command. */
  z.object({ type: z.literal('devicePage'), deviId: z.number(), custId: z.number() }),
  /** A unit reported of its sensors, or what waits for them changed. */
  z.object({
    type: z.literal('sensors'),
    deviId: z.number(),
    custId: z.number(),
    learning: z.array(carried<LearningSensor>('id')).readonly(),
    walkTest: z.array(carried<WalkTestRow>('gatewayId')).readonly(),
    /** Sensors were added, renamed or removed. */
    changed: z.literal(true).exactOptional(),
  }),
  /** Its indoor locations changed, or those that its customer shares. */
  z.object({ type: z.literal('indoorLocations'), deviId: z.number(), custId: z.number() }),
  /** Access points that a device has reported while a scan of it runs. */
  z.object({
    type: z.literal('accessPointScan'),
    deviId: z.number(),
    custId: z.number(),
    accessPoints: z.array(carried<ScannedPoint>('macAddress')).readonly(),
  }),
  z.object({ type: z.literal('note'), deviId: z.number(), custId: z.number() }),
  /** Whom alarms of devices of these customers are told to. */
  z.object({ type: z.literal('notificationLists'), custIds: z.array(z.number()).readonly() }),
  /** A test alarm of Varde itself was handed to its receiver. */
  z.object({ type: z.literal('ownAlarmTold'), alarmId: z.number() }),
  /**
   * The rights of a user have changed, or a change at these customers may have changed those of its users: their live
   * connections are checked again.
   */
  z.object({
    type: z.literal('rights'),
    userId: z.number().nullable(),
    custIds: z.array(z.number()).readonly(),
  }),
]);
export type LiveEvent = z.output<typeof liveEventSchema>;

/** The topics of the bus. A new field keeps the version; removing, renaming or redefining one raises it. */
export const busTopics = {
  uplink: { version: 1, body: uplinkSchema },
  downlink: { version: 1, body: downlinkSchema },
  /** A command was written for this device, or something about it has become due: processing looks at it. */
  commandsChanged: { version: 1, body: z.object({ deviId: z.number() }) },
  /** The identity was assigned to a device, removed from it, or has another secret. */
  identityChanged: { version: 1, body: identityNameSchema },
  events: { version: 2, body: liveEventSchema },
} as const;

export type BusTopic = keyof typeof busTopics;
export type BusBody<T extends BusTopic> = z.output<(typeof busTopics)[T]['body']>;

/** A message: several bodies of one topic, as the sender's version of Varde writes them. */
export interface BusMessage {
  topic: string;
  version: number;
  bodies: readonly unknown[];
}
