import type { DeviceCommand, Sample } from '@varde/catalogue/report';
import type { Downlink, IdentityName, LiveEvent, Uplink, UplinkVerdict } from '@varde/contract/events';
import type { NamedSensor } from '#domain/sensors/keep-reports.ts';
import type { TransactionRecord } from '#domain/transactions/present-transaction.ts';
import type { Database } from '#platform/database/database.ts';
import type { AlarmSignal } from './alarm-signal.ts';
import type { Offers } from './offers.ts';
import type { TrackedDevice, TrackedIdentity } from './tracked-device.ts';

export type UplinkOf<K extends Uplink['kind']> = Extract<Uplink, { kind: K }>;

/** Whether a protocol can encode a command. The facts are the protocols'; app.ts passes them in. */
export type CanCarry = (protocol: string, command: DeviceCommand) => boolean;

/** Uplinks of many devices that are committed together. Every step works on all of them, in order of arrival. */
export interface Batch {
  readonly tx: Database;
  /** Wall time, Unix milliseconds. */
  readonly now: number;
  /** The monotonic clock's reading, milliseconds. */
  readonly monotonic: number;
  /** `identify` leaves out those of devices that another transaction holds. */
  entries: readonly Entry[];
  /** Devices with a newly written command; without those that another transaction holds, as above. */
  woken: ReadonlySet<number>;
  /** State kept between batches; written only after the commit. */
  readonly offers: Offers;
  readonly carries: CanCarry;
  readonly devices: Map<number, TrackedDevice>;
  readonly signals: AlarmSignal[];
  /** Alarms that were raised or signalled again. */
  readonly raised: Set<number>;
  /** Of these, those that were not open before. */
  readonly opened: Set<number>;
  /** Those that somebody had taken. */
  readonly reopened: Set<number>;
  /** All transactions of the batch, for subscribers of the log. */
  readonly stored: TransactionRecord[];
  /** Devices whose settings, commands or readings changed: what their pages show. */
  readonly changedPages: Set<number>;
  /** Published after the commit. */
  readonly events: LiveEvent[];
  readonly downlinks: Downlink[];
  /** Commands in the answers to requests of this batch: published before the requests are settled. */
  readonly answers: Downlink[];
  /** Errors of work that must not delay the batch: logged after the commit. */
  readonly faults: Error[];
}

/** A sample, with the indoor location that its access points showed, or the known one of them that it was placed by. */
export type PlacedSample = Sample & { inloId?: number; dekmId?: number };

/** One uplink on its way through the steps. A step that sets its verdict decides it; later steps handle the rest. */
export interface Entry {
  readonly uplink: Uplink;
  verdict: UplinkVerdict | null;
  device: TrackedDevice | null;
  /** The device's identity that it came under. */
  identity: TrackedIdentity | null;
  /** The sensors that its samples are about, by their ids of the unit; empty where none is known. */
  sensors: ReadonlyMap<string, NamedSensor>;
  /** The samples of the message; empty unless it is stored. */
  samples: readonly PlacedSample[];
  /** One transaction for each sample, in the same order. */
  rows: TransactionRecord[];
}

export interface MessageEntry extends Entry {
  readonly uplink: UplinkOf<'message'>;
  device: TrackedDevice;
  identity: TrackedIdentity;
}

export function createEntry(uplink: Uplink): Entry {
  return { uplink, verdict: null, device: null, identity: null, sensors: new Map(), samples: [], rows: [] };
}

/** The sender's name for itself; null when it gave none. */
export const nameOfSender = ({ protocol, identity }: Uplink): IdentityName | null =>
  identity === null ? null : { protocol, identity };

/** Messages of known devices that no step has decided. */
export function openMessages(batch: Batch): MessageEntry[] {
  return batch.entries.filter((entry): entry is MessageEntry => isMessage(entry) && entry.verdict === null);
}

/** Whether this is a message of a known device. */
export function isMessage(entry: Entry): entry is MessageEntry {
  return entry.uplink.kind === 'message' && entry.device !== null && entry.identity !== null;
}
