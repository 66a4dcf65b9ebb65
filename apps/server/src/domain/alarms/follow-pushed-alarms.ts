import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { mayHandleAlarms } from '../accounts/alarm-handlers.ts';
import { nameOfBrowser, type StoredBrowser } from '../accounts/push-browsers.ts';
import { queueMessages } from '../messages/outbox.ts';
import { overPush, takenPush } from '../messages/push-message.ts';
import { findAlarm } from './alarms.ts';
import { wordsOf } from './words-of-alarm.ts';

/** What a browser shows of an alarm, and does no longer hold. */
interface Outdated extends Pick<StoredBrowser, 'browserId' | 'userId' | 'userAgent'> {
  alarmId: number;
  custId: number;
  language: string;
  isOver: boolean;
  /** Null: it was reset without. */
  takenAt: string | null;
}

const atOnce = 100;

/**
 * Queues messages that take the place of those about alarms that somebody has taken by now, or that were reset. In the
 * outbox they belong to no alarm: they are worth less than one, and leave after its reset.
 */
export const followPushedAlarms = (db: Database, at: Date): Promise<void> =>
  db.transaction(async (tx) => {
    for (const outdated of await lockOutdated(tx)) {
      await queueFollowing(tx, outdated, at);
      await settle(tx, outdated);
    }
  });

/**
 * Locked, so that two processes do not both follow a message; with their browsers, which are removed together with what
 * they show, to prevent deadlocks.
 */
const lockOutdated = (tx: Database): Promise<Outdated[]> =>
  queryRows(
    tx,
    sql`select p.browser_id as "browserId", p.alarm_id as "alarmId", a.cust_id as "custId", b.user_id as "userId",
        b.user_agent as "userAgent", u.language, a.state = 'reset' as "isOver", a.claimed_at::text as "takenAt"
      from pushed_alarms p join alarms a on a.alarm_id = p.alarm_id
      join push_browsers b on b.browser_id = p.browser_id join users u on u.user_id = b.user_id
      where a.state = 'reset' or (a.state = 'claimed' and a.handed_over_by is null
        and p.taken_at is distinct from a.claimed_at)
      order by p.alarm_id, p.browser_id limit ${atOnce}
      for no key update of p skip locked for key share of b skip locked`,
  );

async function queueFollowing(tx: Database, outdated: Outdated, at: Date): Promise<void> {
  const { alarmId, browserId, language } = outdated;
  const found = await findAlarm(tx, 'server', alarmId);
  if (found === undefined || !(await mayHandleAlarms(tx, { ...outdated, at }))) return;
  const words = await wordsOf(tx, found, language);
  const message =
    found.alarm.state === 'reset'
      ? overPush(language, alarmId, words)
      : takenPush(language, alarmId, words, found.claimedByName ?? '');
  const recipient = nameOfBrowser(outdated);
  await queueMessages(tx, { channel: 'push', browserId, recipient, content: JSON.stringify(message), createdAt: at });
}

/** A reset ends it: an alarm that is reopened is told from the beginning. */
async function settle(tx: Database, { alarmId, browserId, isOver, takenAt }: Outdated): Promise<void> {
  const shown = sql`alarm_id = ${alarmId} and browser_id = ${browserId}`;
  await tx.execute(
    isOver
      ? sql`delete from pushed_alarms where ${shown}`
      : sql`update pushed_alarms set taken_at = ${takenAt}::timestamptz where ${shown}`,
  );
}
