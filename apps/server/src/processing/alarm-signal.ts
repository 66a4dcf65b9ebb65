import type { AlarmTypeId } from '@varde/catalogue/alarms';
import type { AlarmRecord } from '#domain/alarms/present-alarm.ts';
import type { TrackedDevice } from './tracked-device.ts';

/** A press: what one sample says of one kind of alarm at one time. It opens an alarm, or counts on the one of its kind that is open. */
export interface AlarmSignal {
  device: TrackedDevice;
  /** The customer that responds. A press from before a handover is also sent to the present customer. */
  custId: number;
  /** In which it happened. */
  assignmentId: number;
  metyId: AlarmTypeId;
  /** The bits behind it, e.g. `sos` and `sideButton1` pressed at once. */
  codes: [string, ...string[]];
  tranId: number;
  tranSource: number;
  happenedAt: Date;
  receivedAt: Date;
  /** The sample's own place, or the last known one with its own time; empty where it would be that of another wearer. */
  place: Pick<AlarmRecord, 'posLati' | 'posLong' | 'posTime' | 'posType' | 'posAccuracy' | 'place'>;
}
