import type { DeviceCommand, Sample } from '@varde/catalogue/report';
import type { Downlink, IdentityName, LiveEvent, Uplink, UplinkVerdict } from '@varde/contract/events';
import type { TransactionRecord } from '#domain/transactions/present-transaction.ts';
import type { Database } from '#platform/database.ts';
import type { AlarmSignal } from './alarm-signal.ts';
import type { Offers } from './offers.ts';
import type { TrackedDevice, TrackedIdentity } from './tracked-device.ts';

export type UplinkOf<K extends Uplink['kind']> = Extract<Uplink, { kind: K }>;

/** Whether a protocol has bytes for a command. The facts are the protocols'; app.ts hands them over. */
export type CanCarry = (protocol: string, command: DeviceCommand) => boolean;

/** Many devices' uplinks that are committed together. Every step works on the whole of it, in order of arrival. */
export interface Batch {
  readonly tx: Database;
  /** Wall time, Unix milliseconds. */
  readonly now: number;
  /** The monotonic clock's reading, milliseconds. */
  readonly monotonic: number;
  readonly entries: readonly Entry[];
  /** Devices for which somebody wrote a command. */
  readonly woken: ReadonlySet<number>;
  /** What is remembered between batches; written after the commit only. */
  readonly offers: Offers;
  readonly carries: CanCarry;
  readonly devices: Map<number, TrackedDevice>;
  readonly signals: AlarmSignal[];
  /** All transactions of the batch, for subscribers of the log. */
  readonly stored: TransactionRecord[];
  /** Devices whose settings or commands changed. */
  readonly settingsChanged: Set<number>;
  /** Published after the commit. */
  readonly events: LiveEvent[];
  readonly downlinks: Downlink[];
}

/** One uplink on its way through the steps. A step that gives it a verdict decides it; later steps look at the rest. */
export interface Entry {
  readonly uplink: Uplink;
  verdict: UplinkVerdict | null;
  device: TrackedDevice | null;
  /** Under which of the device's identities it came. */
  identity: TrackedIdentity | null;
  /** What the message says, sample by sample; empty unless it is stored. */
  samples: readonly Sample[];
  /** One transaction for each sample, in the same order. */
  rows: TransactionRecord[];
}

export interface MessageEntry extends Entry {
  readonly uplink: UplinkOf<'message'>;
  device: TrackedDevice;
  identity: TrackedIdentity;
}

export function createEntry(uplink: Uplink): Entry {
  return { uplink, verdict: null, device: null, identity: null, samples: [], rows: [] };
}

/** What the sender calls itself; null when it did not say. */
export const nameOfSender = ({ protocol, identity }: Uplink): IdentityName | null =>
  identity === null ? null : { protocol, identity };

/** Messages of known devices that no step has decided. */
export function openMessages(batch: Batch): MessageEntry[] {
  return batch.entries.filter((entry): entry is MessageEntry => isMessage(entry) && entry.verdict === null);
}

/** Whether this is a message of a device that is known. */
export function isMessage(entry: Entry): entry is MessageEntry {
  return entry.uplink.kind === 'message' && entry.device !== null && entry.identity !== null;
}
