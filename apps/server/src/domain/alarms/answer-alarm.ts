import type { TakenWay } from '@varde/catalogue/alarm-events';
import { isByPhone } from '@varde/contract/event-setup-form';
import type { AlarmAnswer, PinRefusal } from '@varde/contract/sharing';
import { eq, sql } from 'drizzle-orm';
import { AppError } from '#platform/app-error.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import { hurryChain, recordAnswer, restartChains, withdrawAttempts } from '../notifications/chains.ts';
import { confirmNumber } from '../notifications/confirmed-numbers.ts';
import { notificationAttempts } from '../notifications/tables.ts';
import { receiverEventsOf, recordAlarmEvent } from './alarm-events.ts';
import { type Attempt, findAlarmLink } from './alarm-links.ts';
import { type AlarmWithNames, findAlarm } from './alarms.ts';
import { auditAlarm } from './audit-alarm.ts';
import { checkPin, type EnteredPin } from './check-pin.ts';
import { answered, changeAlarmIf, unclaimed } from './claims.ts';
import { lockAlarm } from './lock-alarm.ts';
import { standingOf } from './standing.ts';

interface Answer extends EnteredPin {
  answer: AlarmAnswer;
  way: TakenWay;
  address: string;
  at: Date;
}

/** What became of an answer. `toCompare`: see `withComparedPin`. */
export interface Answered {
  /** The alarm, if it changed. */
  changed: readonly number[];
  refused: PinRefusal | null;
  toCompare: readonly string[];
}

const unchanged: Answered = { changed: [], refused: null, toCompare: [] };

/**
 * A receiver answers by the link of a message. The first one who takes the alarm has it, and one who has taken it and then
 * cannot gives it back; both with a PIN where the receiver has one. One who cannot does not keep the next receiver waiting. Nothing
 * changes when the alarm is over, somebody else has it, the answer was given before, or the message gives nothing any more
 * (`standingOf`). Throws `linkInvalid`, also for a link of a share. In a transaction, which has the server's own reach from here on.
 */
export async function answerAlarm(
  tx: Database,
  { token, ...order }: Omit<Answer, 'way'> & { token: string },
): Promise<Answered> {
  await reachAll(tx);
  const known = await findAlarmLink(tx, token);
  if (!known?.attempt) throw new AppError('linkInvalid');
  return answerMessage(tx, known.attempt, { ...order, way: 'byLink' });
}

/** As `answerAlarm`, of the message that was answered. */
export async function answerMessage(
  tx: Database,
  { alarmId, attemptId }: Pick<Attempt, 'alarmId' | 'attemptId'>,
  order: Answer,
): Promise<Answered> {
  const { answer } = order;
  // Of two answers one comes first.
  await lockAlarm(tx, alarmId);
  const [attempt] = await tx.select().from(notificationAttempts).where(eq(notificationAttempts.attemptId, attemptId));
  const found = await findAlarm(tx, 'server', alarmId);
  if (!attempt || found === undefined || found.alarm.state === 'reset') return unchanged;
  const { receiver } = await standingOf(tx, attempt, found, order.at);
  if (receiver === null) return unchanged;
  const isClaimed = found.alarm.state === 'claimed';
  // A colleague who has not confirmed a hand-over may not know of the alarm: it is as good as open.
  if (answer === 'taken' && isClaimed && found.alarm.handedOverBy === null) return unchanged;
  const isMine = isClaimed && (await isClaimedThrough(tx, found.alarm, attempt));
  const change = answer === 'taken' ? take : isMine ? giveBack : decline;
  // Saying no before that needs no PIN: it tells more people, never fewer.
  if (change !== decline) {
    const pin = await checkPin(tx, found.alarm, attempt, { ...order, pinHash: receiver.pinHash });
    if (pin.refused !== null) return { ...unchanged, ...pin };
  }
  if (!(await change(tx, order, { found, attempt }))) return unchanged;
  await recordAnswer(tx, attempt.attemptId, { answer, answeredAt: order.at });
  return { ...unchanged, changed: [alarmId] };
}

/** Whether an alarm was taken by this receiver, through any of the messages to the same person. */
export async function isClaimedThrough(
  tx: Database,
  { claimedAttempt }: AlarmWithNames['alarm'],
  { name, recipient, round, step }: Attempt,
): Promise<boolean> {
  if (claimedAttempt === null) return false;
  const same = await queryRows(
    tx,
    sql`select from notification_attempts where attempt_id = ${claimedAttempt} and name = ${name}
      and (recipient = ${recipient} or (round = ${round} and step = ${step}))`,
  );
  return same.length > 0;
}

interface Answering {
  found: AlarmWithNames;
  attempt: Attempt;
}

async function take(tx: Database, order: Answer, { found, attempt }: Answering): Promise<boolean> {
  const { alarmId, state } = found.alarm;
  const { attemptId: claimedAttempt } = attempt;
  const claim = {
    claimedBy: null,
    claimedAttempt,
    claimedAt: order.at,
    handedOverBy: null,
    ...answered(order.at),
  };
  await changeAlarmIf(tx, { alarmId, scope: 'server', condition: undefined }, { ...claim, state: 'claimed' });
  await record(tx, order, found, attempt, 'receiverTook', {
    ...{ action: 'alarm.claimed', before: { state }, after: { state: 'claimed', attemptId: claimedAttempt } },
  });
  await withdrawAttempts(tx, alarmId, order.at);
  const { channel, recipient: number } = attempt;
  if (isByPhone(channel) && number !== null)
    await confirmNumber(tx, { number, custId: found.alarm.custId, at: order.at });
  return true;
}

async function giveBack(tx: Database, order: Answer, { found, attempt }: Answering): Promise<boolean> {
  const { alarmId } = found.alarm;
  await changeAlarmIf(tx, { alarmId, scope: 'server', condition: undefined }, unclaimed);
  await record(tx, order, found, attempt, 'receiverGaveBack', {
    ...{ action: 'alarm.released', before: { state: 'claimed' }, after: { state: 'open' } },
  });
  await restartChains(tx, [alarmId], order.at, 'gaveBack');
  return true;
}

async function decline(tx: Database, order: Answer, { found, attempt }: Answering): Promise<boolean> {
  if (attempt.answer === 'declined') return false;
  const { alarmId } = found.alarm;
  await changeAlarmIf(tx, { alarmId, scope: 'server', condition: undefined }, {});
  await record(tx, order, found, attempt, 'receiverDeclined', {
    ...{ action: 'alarm.declined', before: {}, after: { attemptId: attempt.attemptId } },
  });
  await hurryChain(tx, attempt, order.at, 'declined');
  return true;
}

async function record(
  tx: Database,
  { address, at, way }: Answer,
  { alarm }: AlarmWithNames,
  { name, recipient, userId }: Attempt,
  event: 'receiverTook' | 'receiverGaveBack' | 'receiverDeclined',
  change: Parameters<typeof auditAlarm>[3],
): Promise<void> {
  const { alarmId } = alarm;
  const party = [name, recipient].filter(Boolean).join(', ');
  const { header } = receiverEventsOf(userId);
  await recordAlarmEvent(tx, { alarmId, event, header, at, party, result: way });
  await auditAlarm(tx, { alarmId, at, by: { userId: null, address, context: null } }, alarm, change);
}
