import type { LinkEnd } from '@varde/catalogue/alarm-receivers';
import { isWithdrawn } from '@varde/contract/event-setup-form';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { effectiveList, toldInOrder } from '../notifications/lists.ts';
import type { StoredReceiver } from '../notifications/plan.ts';
import { receiverAt } from '../notifications/present-receiver.ts';
import type { Attempt } from './alarm-links.ts';
import type { AlarmWithNames } from './alarms.ts';

/** The receiver of a message as the list is now; or why the message gives nothing any more. */
export type Standing = { receiver: StoredReceiver; ended: null } | { receiver: null; ended: LinkEnd };

const ended = (why: LinkEnd): Standing => ({ receiver: null, ended: why });

/**
 * What the receiver of a message is now: the list in effect counts, the account of a user with its consents, and the
 * wearer of the device. The caller has the server's own reach and, where something depends on it, the lock of the alarm.
 */
export async function standingOf(
  tx: Database,
  attempt: Attempt,
  { alarm }: AlarmWithNames,
  at: Date,
): Promise<Standing> {
  if (await hasNewWearer(tx, alarm.assignmentId, attempt.at)) return ended('newWearer');
  const list = toldInOrder(await effectiveList(tx, { ...alarm, at }));
  const receiver = receiverAt(list, attempt.recipient, attempt);
  if (receiver === undefined) return ended('offList');
  const { leftOut, withdrawn } = receiver;
  if (leftOut !== null && accountEnds.has(leftOut)) return ended('noAccess');
  const { channel } = attempt;
  if (isWithdrawn(withdrawn, channel)) return ended('noConsent');
  return { receiver, ended: null };
}

/** Reasons of a list that end the access of a user; the others are about what can be sent. */
const accountEnds: ReadonlySet<string> = new Set(['deleted', 'deactivated', 'noAccess']);

/** Whether somebody else has got the device since the message. A late alarm is told after that (decision 0015). */
async function hasNewWearer(tx: Database, assignmentId: number | null, since: Date): Promise<boolean> {
  const over = await queryRows(
    tx,
    sql`select from device_assignments
      where assignment_id = ${assignmentId}::int and ends_at > ${since.toISOString()}::timestamptz`,
  );
  return over.length > 0;
}
