import { timeZoneOf } from '@varde/catalogue/markets';
import { and, between, eq, sql } from 'drizzle-orm';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import { withinScope } from '#platform/database/scope-condition.ts';
import { users } from '../accounts/tables.ts';
import { marketOf } from '../customers/customers.ts';
import { noteInMessages } from '../devices/device-note.ts';
import { type AlarmWords, alarmSms, alarmWords } from '../messages/alarm-words.ts';
import { queueMessages } from '../messages/outbox.ts';
import { queueMail } from '../messages/queue-mail.ts';
import { recordAlarmEvent } from './alarm-events.ts';
import { newLink } from './alarm-links.ts';
import { type AlarmWithNames, findAlarm } from './alarms.ts';
import type { AlarmRecord } from './present-alarm.ts';
import { type Recipient, readRecipients } from './read-recipients.ts';
import { type DecidedRecipient, decideRecipients, shareAgainMs } from './share-limits.ts';
import { nameInShare, placeInShare } from './shared-alarm.ts';
import { alarmShares, alarms } from './tables.ts';

export interface ShareOrder {
  alarmId: number;
  /** The device of the alarm. */
  deviceId: number;
  /** As typed. */
  recipients: string;
  by: Caller;
  at: Date;
  /** Base address of the links. */
  consoleUrl: string;
}

export interface Shared {
  alarm: AlarmRecord;
  decided: DecidedRecipient[];
  /** The shares that were added. */
  shareIds: number[];
  withPlace: boolean;
}

/**
 * Shares an alarm: a share with a link, a mail or an SMS and an event of the timeline for each recipient that can be
 * understood, within the limits. Throws `notFound`, and `alreadyReset`. Call it in a transaction, which has the server's
 * own reach from here on.
 */
export async function shareAlarm(tx: Database, order: ShareOrder): Promise<Shared> {
  const { alarmId, by, at } = order;
  const found = await lockAlarm(tx, order);
  await reachAll(tx);
  const { language, market } = await settingsOf(tx, by.userId, found.alarm.custId);
  const earlier = await earlierShares(tx, alarmId, by.userId, at);
  const decided = decideRecipients(readRecipients(order.recipients, market), earlier);
  const recipients = decided.flatMap(({ send }) => send ?? []);
  const withPlace = mayShowPlace(by, found);
  if (recipients.length === 0) return { alarm: found.alarm, decided, shareIds: [], withPlace };
  const words = alarmWords(language, {
    metyId: found.alarm.metyId,
    name: nameInShare(found),
    ...{ at: found.alarm.happenedAt, timeZone: timeZoneOf(market) },
    place: withPlace ? await placeInShare(tx, found) : null,
    note: await noteInMessages(tx, found.alarm.assignmentId),
  });
  const shareIds = await shareWith(tx, recipients, { order, language, words, withPlace });
  await tx.update(alarms).set({ rev: sql`nextval('rev_seq')` }).where(eq(alarms.alarmId, alarmId));
  return { alarm: found.alarm, decided, shareIds, withPlace };
}

/** Locked, so that of a reset and a share one comes first, and two shares at once count each other's recipients. */
async function lockAlarm(tx: Database, { alarmId, deviceId, by }: ShareOrder): Promise<AlarmWithNames> {
  const scope = by.scopeOf('ALARM_HANDLE');
  await tx
    .select({ alarmId: alarms.alarmId })
    .from(alarms)
    .where(and(eq(alarms.alarmId, alarmId), withinScope(alarms.custId, scope)))
    .for('no key update');
  const found = await findAlarm(tx, scope, alarmId);
  if (found?.alarm.deviId !== deviceId) throw new AppError('notFound');
  if (found.alarm.state !== 'reset') return found;
  throw new AppError('alreadyReset', [{ path: 'resetBy', message: found.resetByName ?? '' }]);
}

/** A place leaves Varde only by a user who sees positions of this customer, and of that time. */
const mayShowPlace = (by: Caller, { alarm, fromBefore }: AlarmWithNames): boolean =>
  by.entitled.may('DEVICE_ACCESS_MAP', alarm.custId) && (!fromBefore || by.may('ACCESS_TO_ALL', alarm.custId));

async function settingsOf(tx: Database, userId: number, custId: number) {
  const [user] = await tx.select({ language: users.language }).from(users).where(eq(users.userId, userId));
  return { language: user?.language ?? 'nb', market: await marketOf(tx, custId) };
}

/** The class of the advisory locks "a user shares an alarm"; the other number is the user's. */
const sharingLock = 5402;
const hourMs = 3_600_000;

/** Holds the user's lock from here on: shares of several alarms at once count together. */
async function earlierShares(tx: Database, alarmId: number, userId: number, at: Date) {
  await tx.execute(sql`select pg_advisory_xact_lock(${sharingLock}, ${userId})`);
  const { recipient, sharedAt } = alarmShares;
  const ofAlarm = await tx.select({ recipient, sharedAt }).from(alarmShares).where(eq(alarmShares.alarmId, alarmId));
  const ofUserInHour = await tx.$count(
    alarmShares,
    and(eq(alarmShares.sharedBy, userId), between(sharedAt, new Date(at.getTime() - hourMs), at)),
  );
  // A time in the future is that of a clock that was set back since.
  const isRecent = (age: number) => age >= 0 && age < shareAgainMs;
  const recent = ofAlarm.filter((share) => isRecent(at.getTime() - share.sharedAt.getTime()));
  return {
    ofAlarm: ofAlarm.length,
    ofUserInHour,
    recent: new Set(recent.map((share) => share.recipient)),
  };
}

interface Content {
  order: ShareOrder;
  language: string;
  words: AlarmWords;
  withPlace: boolean;
}

/**
 * One statement for each table, however many recipients there are: a further signal of the alarm waits for the lock.
 * Returns the numbers of the shares.
 */
async function shareWith(
  tx: Database,
  recipients: readonly Recipient[],
  { order: { alarmId, by, at, consoleUrl }, language, words, withPlace }: Content,
): Promise<number[]> {
  const links = recipients.map((recipient) => ({ ...recipient, ...newLink() }));
  const texts = links.filter(({ channel }) => channel === 'sms');
  const textIds = await queueMessages(
    tx,
    ...texts.map(({ address, path }) => ({
      channel: 'sms' as const,
      alarmId,
      recipient: address,
      content: alarmSms(language, { ...words, link: `${consoleUrl}/#${path}` }),
      createdAt: at,
    })),
  );
  const mails = links.filter(({ channel }) => channel === 'email');
  const mailIds = await queueMail(
    tx,
    ...mails.map(({ address, path }) => ({
      to: address,
      language,
      template: 'sharedAlarm' as const,
      values: { ...words, path },
      at: at.getTime(),
      alarmId,
    })),
  );
  const shares = await tx
    .insert(alarmShares)
    .values(
      links.map((link) => ({
        alarmId,
        tokenHash: link.tokenHash,
        channel: link.channel,
        recipient: link.address,
        withPlace,
        sharedBy: by.userId,
        sharedAt: at,
        messageId: textIds[texts.indexOf(link)] ?? mailIds[mails.indexOf(link)],
      })),
    )
    .returning({ shareId: alarmShares.shareId });
  await recordAlarmEvent(
    tx,
    ...links.map(({ address }) => ({
      alarmId,
      event: 'shared' as const,
      at,
      userId: by.userId,
      party: address,
    })),
  );
  return shares.map(({ shareId }) => shareId);
}
