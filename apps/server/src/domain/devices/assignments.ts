import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A period in which a device has one wearer, at one customer. */
export interface Assignment {
  assignmentId: number;
  custId: number;
  /** Inclusive, Unix milliseconds; `-Infinity` for the first one of a device. */
  beginsAt: number;
}

/** The order of a device's assignments, latest first. */
export const latestFirst = sql`a.begins_at desc, a.assignment_id desc`;

/**
 * The latest assignment of a device to a customer: transactions that the server writes for that customer belong to it.
 */
export const latestAssignmentOf = (deviId: SQLWrapper | number, custId: SQLWrapper | number): SQL =>
  sql`(select a.assignment_id from device_assignments a
    where a.devi_id = ${deviId} and a.cust_id = ${custId} order by ${latestFirst} limit 1)`;

/** The assignment of a device (given latest first) at a time, in Unix milliseconds. */
export function assignmentAt(assignments: readonly Assignment[], at: number): Assignment {
  const found = assignments.find(({ beginsAt }) => beginsAt <= at) ?? assignments.at(-1);
  if (found === undefined) throw new RangeError('a device without an assignment');
  return found;
}

/** Customers that received the device after this assignment began. */
export function laterCustomers(assignments: readonly Assignment[], assignmentId: number | null): number[] {
  const index = assignments.findIndex((assignment) => assignment.assignmentId === assignmentId);
  return assignments.slice(0, Math.max(0, index)).map(({ custId }) => custId);
}
