import type { WarningFlag } from '@varde/catalogue/warning-flags';
import type { AlarmRecord } from '#domain/alarms/present-alarm.ts';
import type { Assignment } from '#domain/devices/assignments.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import type { IdentityRecord } from '#domain/devices/identities.ts';

/** A device's locked row, before and after the batch. */
export interface TrackedDevice {
  before: DeviceRecord;
  now: DeviceRecord;
  flags: Set<WarningFlag>;
  custName: string;
  /** Percent. */
  batteryThreshold: number;
  /** `disablePositioning` is on. */
  positioningOff: boolean;
  /** Positioning is off, and its wearer had an open alarm, before the batch, for which somebody must find them. */
  sought: boolean;
  /** A command of it waits to be sent, or for its answer. */
  commanded: boolean;
  /** Its alarms that were not reset before the batch, oldest first. They are locked with it. */
  openAlarms: readonly AlarmRecord[];
  /** Latest first: the first one is the present assignment. */
  assignments: readonly [Assignment, ...Assignment[]];
  /** Its identities by protocol; that of the hardware's own protocol first. */
  identities: readonly TrackedIdentity[];
  changed: boolean;
}

/** One of a device's identities, and how it is connected. */
export interface TrackedIdentity extends IdentityRecord {
  /** As it was read from the database. */
  was: IdentityRecord;
  /** The gateway has reported the outcome of its last command. */
  offerSettled: boolean;
  /** A contest for it has ended: commands that waited may be sent. */
  contestEnded: boolean;
  /**
   * The gateway that is about to answer a request of it, over a protocol without a connection: its answer can hold a
   * command. Null: there is no such request in the batch.
   */
  answeredBy: string | null;
}
