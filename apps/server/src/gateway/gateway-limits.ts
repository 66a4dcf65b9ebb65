/**
 * Limits of one gateway and one address. Devices of a mobile operator often share a few public addresses, so the
 * limits of an address are those of a large fleet that comes back after an outage, and not of one device.
 * An IPv6 address counts with its whole network, the first 64 bits.
 */
export interface GatewayLimits {
  /** Open connections of one port, or of all that share their slots (`DeviceRoom`). */
  connections: number;
  connectionsPerAddress: number;
  /** New connections of one address: lasting rate per second, and burst. */
  opensPerSecond: number;
  opensAtOnce: number;
  /** Frames of one address. Further frames are read later, never dropped (backpressure). */
  framesPerSecond: number;
  framesAtOnce: number;
  bytesPerSecond: number;
  bytesAtOnce: number;
  /** Processor time, in milliseconds, for the frames of one connection, and of one address. Further frames wait. */
  workPerSecond: number;
  workAtOnce: number;
  addressWorkPerSecond: number;
  addressWorkAtOnce: number;
  /** The same for finding the alarms of a device whose messages cannot wait, and are refused beyond its share. */
  alarmsWorkPerSecond: number;
  alarmsWorkAtOnce: number;
  /** Processor time, in milliseconds, for the requests of one address that no device has vouched for, and of one device. */
  strangersWorkPerSecond: number;
  strangersWorkAtOnce: number;
  /** The same beyond it, of all addresses together with which devices have connected within a day. */
  neighboursWorkPerSecond: number;
  neighboursWorkAtOnce: number;
  /** Frames of one address on connections of devices that are not registered, after the first of each. */
  strangersFramesPerSecond: number;
  strangersFramesAtOnce: number;
  /** Frames of one connection that wait for their commit. */
  inFlightPerConnection: number;
  /** Frames of one port that wait for their commit; fewer than processing queues. */
  inFlight: number;
  /** Uplinks of one port that no device repeats, kept for a retry while the database is unavailable; and their bytes. */
  keptUplinks: number;
  keptBytes: number;
  /** Unread bytes after which the connection of a slow reader is closed. */
  writeBufferBytes: number;
  /** Unreadable frames of one connection that are recorded within a minute; all of them are counted. */
  malformedPerMinute: number;
  /** The same for all of one address: lasting rate, and burst. */
  malformedPerSecond: number;
  malformedAtOnce: number;
  /**
   * Requests with a wrong token or an unknown identity of one address: lasting rate, burst, and the same for one
   * identity.
   */
  wrongPerSecond: number;
  wrongAtOnce: number;
  wrongAtOncePerIdentity: number;
  /** A connection without a registered device is closed after this time. */
  anonymousSeconds: number;
  /** Time for a TLS handshake and the login after it, where a protocol begins with one. */
  loginSeconds: number;
  /** Delay of the retry after secrets could not be read. */
  secretRetryMs: number;
  /** Timeout of an incomplete frame without further bytes. */
  incompleteFrameSeconds: number;
  /** Length of a turn of all connections, before the other work of the process. */
  turnMs: number;
  /** Time for acknowledgements in flight when the server stops. */
  drainSeconds: number;
}

export const defaultGatewayLimits: GatewayLimits = {
  connections: 100_000,
  connectionsPerAddress: 20_000,
  opensPerSecond: 1000,
  opensAtOnce: 10_000,
  framesPerSecond: 20_000,
  framesAtOnce: 40_000,
  bytesPerSecond: 8 * 1024 * 1024,
  bytesAtOnce: 16 * 1024 * 1024,
  workPerSecond: 50,
  workAtOnce: 50,
  addressWorkPerSecond: 500,
  addressWorkAtOnce: 1000,
  alarmsWorkPerSecond: 100,
  alarmsWorkAtOnce: 1000,
  strangersWorkPerSecond: 100,
  strangersWorkAtOnce: 500,
  neighboursWorkPerSecond: 600,
  neighboursWorkAtOnce: 3000,
  strangersFramesPerSecond: 50,
  strangersFramesAtOnce: 1000,
  inFlightPerConnection: 64,
  inFlight: 10_000,
  keptUplinks: 20_000,
  keptBytes: 32 * 1024 * 1024,
  writeBufferBytes: 256 * 1024,
  malformedPerMinute: 10,
  malformedPerSecond: 1,
  malformedAtOnce: 100,
  wrongPerSecond: 1,
  wrongAtOnce: 100,
  wrongAtOncePerIdentity: 10,
  anonymousSeconds: 120,
  loginSeconds: 30,
  secretRetryMs: 1000,
  incompleteFrameSeconds: 10,
  turnMs: 4,
  drainSeconds: 10,
};
