import { or } from 'drizzle-orm';
import {
  findIndoorLocations,
  type IndoorLocationRecord,
  ofAssignment,
  sharedWith,
} from '#domain/devices/indoor-locations.ts';
import type { Database } from '#platform/database/database.ts';

/** The indoor locations that count for a wearer: the own ones, and those that the customer shares. */
export async function locationsFor(
  db: Database,
  { custId, assignmentId }: { custId: number; assignmentId: number },
): Promise<IndoorLocationRecord[]> {
  const condition = or(ofAssignment(assignmentId), sharedWith(custId));
  return condition === undefined ? [] : findIndoorLocations(db, condition);
}
