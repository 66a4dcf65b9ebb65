import { type Assignment, assignmentAt } from '#domain/devices/assignments.ts';
import type { TrackedDevice } from './tracked-device.ts';

interface Occurrence {
  /** When it happened, in the device's word if that is credible. */
  at: Date;
  receivedAt: Date;
  historical: boolean;
}

/**
 * Whom something that a device tells of concerns: the assignment in which it happened. Events, history, map, alarms and
 * exports all follow from this one answer (decision 0017).
 */
export function assignmentOf(
  { assignments }: TrackedDevice,
  { at, receivedAt, historical }: Occurrence,
  now: number,
): Assignment {
  const [present] = assignments;
  // The server's clock was set back since the handover, so its beginning says nothing: what comes now is of now.
  if (!historical && now < present.beginsAt) return present;
  return assignmentAt(assignments, Math.min(endOf(at), receivedAt.getTime()));
}

/** Most devices tell whole seconds, so that something of just now seems to be from before a handover in this second. */
const endOf = (at: Date): number => at.getTime() + (at.getMilliseconds() === 0 ? 999 : 0);

/** Whether it concerns who wears the device now. */
export const isPresent = ({ assignments: [present] }: TrackedDevice, assignmentId: number | null): boolean =>
  assignmentId === present.assignmentId;
