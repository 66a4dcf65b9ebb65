import type { DeviceCommand, DeviceReport } from '@varde/catalogue/report';
import type { Alarm } from './alarms.ts';
import type { PlacedDevice } from './devices.ts';
import type { Transaction } from './transactions.ts';

/** What walks on the bus between gateway, processing, features and live. Times are Unix milliseconds. */

/** From the gateway: something that a device did. Strict order per device. */
export type Uplink = UplinkOrigin &
  (
    | {
        kind: 'message';
        identity: string;
        /** SHA-256 of the token that came with the message, hex; only protocols with a token per device. */
        tokenHash?: string;
        word: string;
        retryKey: string | null;
        timed: boolean;
        raw: Uint8Array;
        report: DeviceReport;
        /**
         * Another open connection claims the same identity: one of them may be somebody else's, so that neither's word
         * on commands and settings is taken.
         */
        contested?: true;
      }
    | { kind: 'malformed'; identity: string | null; reason: string; raw: Uint8Array }
    /** The connection of an identified device ended. */
    | { kind: 'disconnected'; identity: string }
    /** Several live connections claim one identity, and not because a device reconnected. In the order of their claims. */
    | { kind: 'identityContested'; identity: string; claims: readonly IdentityClaim[] }
    /** Again one connection alone claims the identity: this one. */
    | { kind: 'identitySettled'; identity: string }
    /** A command left on the wire, or could not. */
    | { kind: 'commandSent'; identity: string; commandId: number; ref: string | null }
    | { kind: 'commandRefused'; identity: string; commandId: number; reason: string }
  );

export interface IdentityClaim {
  connectionId: string;
  address: string;
}

export interface UplinkOrigin {
  protocol: string;
  /** Number of the connection within the gateway; a newer connection of a device supersedes an older one. */
  connectionId: string;
  remoteAddress: string;
  receivedAt: number;
  /** Transaction source, catalogue `transaction-sources`. */
  tranSource: number;
}

/**
 * What became of an uplink. The device is acknowledged on `stored` and `duplicate` only.
 * A publish that rejects (database down, stopping) means: not durable, do not acknowledge.
 */
export type UplinkVerdict = 'stored' | 'duplicate' | 'unknownDevice' | 'wrongToken' | 'recorded';

/** To the gateway that holds the device's connection. */
export interface Downlink {
  protocol: string;
  identity: string;
  commandId: number;
  /** `writeSettings` holds one wire group of the protocol, and all of it: no state is needed to encode it. */
  command: DeviceCommand;
}

/** After a commit: something changed, for whoever may see the customer. */
export type LiveEvent =
  | {
      type: 'device';
      deviId: number;
      custId: number;
      /** The whole row as it was committed. Of two of one device the higher `rev` is the later, whichever comes first. */
      device: PlacedDevice;
      /** Set when the device moved to another customer: those who saw it there see it no more. */
      previousCustId?: number;
    }
  /** `abilities` is left empty: they differ by subscriber and are added on the way out. */
  | { type: 'alarm'; deviId: number; custId: number; alarm: Alarm }
  | {
      type: 'transactions';
      deviId: number;
      /** The customer that had the device when they happened, and those that were given it since. */
      custId: number;
      laterCustIds: readonly number[];
      transactions: Transaction[];
    }
  /** Its settings changed, or a command of it came further. */
  | { type: 'settings'; deviId: number; custId: number }
  /**
   * What a user may do has changed, or what happened at these customers may have changed it for whom it concerns: their
   * live connections are looked at again.
   */
  | { type: 'rights'; userId: number | null; custIds: readonly number[] };
