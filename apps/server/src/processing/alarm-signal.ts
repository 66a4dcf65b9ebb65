import type { AlarmTypeId } from '@varde/catalogue/alarms';
import type { AlarmRecord } from '#domain/alarms/present-alarm.ts';
import type { TrackedDevice } from './tracked-device.ts';

/**
 * A press: one sample's signal of one kind of alarm at one time. It opens an alarm, or adds to the open one of its
 * kind.
 */
export interface AlarmSignal {
  device: TrackedDevice;
  /** The customer that responds. A press from before a handover is also sent to the present customer. */
  custId: number;
  /** The assignment in which it happened. */
  assignmentId: number;
  metyId: AlarmTypeId;
  /** The bits that caused it, e.g. `sos` and `sideButton1` pressed at once. */
  codes: [string, ...string[]];
  /** The name of the fence that was left. */
  geofence?: string;
  /** That fence asks that its alarm is told by a call as well. */
  alertByCall?: boolean;
  tranId: number;
  tranSource: number;
  happenedAt: Date;
  receivedAt: Date;
  /**
   * The sample's own position, or the last known one with its own time; empty if that one belongs to another wearer.
   */
  place: Pick<AlarmRecord, 'posLati' | 'posLong' | 'posTime' | 'posType' | 'posAccuracy' | 'place'>;
}
