import { timeZoneOf } from '@varde/catalogue/markets';
import type { SharedAlarm } from '@varde/contract/sharing';
import { AppError } from '#platform/app-error.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { Database } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import { recordLook } from '../audit/audit-looks.ts';
import { kindOfAlarm, type ToldPlace } from '../messages/alarm-words.ts';
import { mostWrongPins } from '../notifications/pins.ts';
import type { StoredReceiver } from '../notifications/plan.ts';
import { reachByLink } from '../notifications/reach.ts';
import { type Attempt, findAlarmLink } from './alarm-links.ts';
import { type AlarmWithNames, findAlarm } from './alarms.ts';
import { isClaimedThrough } from './answer-alarm.ts';
import { findKin, presentKin } from './next-of-kin.ts';
import { presentAlarm } from './present-alarm.ts';
import { standingOf } from './standing.ts';
import { hasWithdrawn } from './withdrawn-consent.ts';

/**
 * The alarm of a link for its holder, audited as a look; null when the alarm is reset. Throws `linkInvalid` when there is
 * no such link, and `linkEnded` with the reason. Call it in a transaction, which has the server's own reach from here on.
 */
export async function findSharedAlarm(
  tx: Database,
  token: string,
  reader: { address: string; at: Date },
): Promise<SharedAlarm | null> {
  await reachAll(tx);
  const link = await findAlarmLink(tx, token);
  const found = link && (await findAlarm(tx, 'server', link.alarmId));
  if (link === undefined || found === undefined) throw new AppError('linkInvalid');
  const { metyId, state, handedOverBy, happenedAt, lastSignalAt, signalCount } = found.alarm;
  if (state === 'reset') return null;
  const standing = link.attempt && (await standingOf(tx, link.attempt, found, reader.at));
  if (standing?.ended) throw new AppError('linkEnded', [{ path: 'link', message: standing.ended }]);
  const receiver = standing?.receiver ?? null;
  const { custId, deviId } = found.alarm;
  const kin = receiver && link.attempt && (await findKin(tx, link.attempt, receiver, found));
  const shownToKin = kin === null ? {} : { nextOfKin: kin.rights };
  await recordLook(tx, {
    action: 'alarm.linkOpened',
    at: reader.at,
    by: { userId: null, address: reader.address, context: null },
    custId,
    deviId,
    subject: { kind: 'alarm', id: link.alarmId },
    after: link.attempt === null ? { shareIds: [link.shareId] } : { attemptId: link.attempt.attemptId, ...shownToKin },
  });
  const { reach, goesOn } = await reachByLink(tx, link.alarmId, link.attempt?.attemptId);
  return {
    kind: kindOfAlarm(metyId),
    name: nameInShare(found),
    // A colleague who has not confirmed a hand-over may not know of the alarm.
    state: handedOverBy === null ? state : 'open',
    timeZone: timeZoneOf(found.market),
    happenedAt: epoch(happenedAt),
    lastSignalAt: epoch(lastSignalAt),
    signalCount,
    place: link.withPlace ? await placeInShare(tx, found) : null,
    receipt: receiver && link.attempt && (await receiptOf(tx, found, link.attempt, receiver)),
    reach,
    goesOn: goesOn || found.alarm.escalatedAt !== null,
    kin: kin && (await presentKin(tx, kin, found)),
  };
}

/** What a receiver has answered, and who else has the alarm. */
async function receiptOf(
  tx: Database,
  { alarm, claimedByName }: AlarmWithNames,
  attempt: Attempt,
  { pinHash }: StoredReceiver,
): Promise<NonNullable<SharedAlarm['receipt']>> {
  const { name, wrongPins } = attempt;
  const pin = pinHash !== null ? { triesLeft: Math.max(0, mostWrongPins - wrongPins) } : null;
  const isTaken = alarm.state === 'claimed' && alarm.handedOverBy === null;
  if (isTaken && (await isClaimedThrough(tx, alarm, attempt))) return { name, answer: 'taken', takenBy: null, pin };
  const answer = attempt.answer === 'declined' ? attempt.answer : null;
  return { name, answer, takenBy: isTaken ? (claimedByName ?? '') : null, pin };
}

/** The name of the device belongs to its present wearer: an alarm from before is shown with its number. */
export const nameInShare = ({ fromBefore, device }: AlarmWithNames): string =>
  fromBefore ? device.deviceSerialNumber : device.deviceName;

/** The latest place of the wearer of the alarm; null when unknown, or when the wearer's consent was withdrawn. */
export async function placeInShare(tx: Database, { alarm, ...context }: AlarmWithNames): Promise<ToldPlace | null> {
  const { latestPlace, latestAddress, ...shown } = presentAlarm(alarm, context);
  const { posLati, posLong, posTime, posType, posAccuracy, place, address } = shown;
  if (await hasWithdrawn(tx, alarm)) return null;
  if (latestPlace !== null) return { ...latestPlace, address: latestAddress };
  return posLati === null && place === null
    ? null
    : { posLati, posLong, posTime, posType, posAccuracy, place, address };
}
