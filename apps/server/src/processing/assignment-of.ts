import { type Assignment, assignmentAt } from '#domain/devices/assignments.ts';
import type { TrackedDevice } from './tracked-device.ts';

interface Occurrence {
  /** When it happened, by the device's clock if that is credible. */
  at: Date;
  receivedAt: Date;
  historical: boolean;
}

/**
 * The assignment in which a device's data was recorded. Events, history, map, alarms and exports all follow from this
 * one answer (decision 0015).
 */
export function assignmentOf(
  { assignments }: TrackedDevice,
  { at, receivedAt, historical }: Occurrence,
  now: number,
): Assignment {
  const [present] = assignments;
  // The server's clock was set back since the handover, so the handover's time cannot be compared: new data is of now.
  if (!historical && now < present.beginsAt) return present;
  return assignmentAt(assignments, Math.min(endOf(at), receivedAt.getTime()));
}

/** Most devices send whole seconds, so a sample of just now can seem to precede a handover in the same second. */
const endOf = (at: Date): number => at.getTime() + (at.getMilliseconds() === 0 ? 999 : 0);

/** Whether it concerns the present wearer. */
export const isPresent = ({ assignments: [present] }: TrackedDevice, assignmentId: number | null): boolean =>
  assignmentId === present.assignmentId;
