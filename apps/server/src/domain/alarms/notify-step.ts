import { isByPhone } from '@varde/contract/event-setup-form';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { type AlarmWords, alarmCall, alarmSms } from '../notifications/alarm-words.ts';
import {
  type Chain,
  endChain,
  lockDueChain,
  type NewAttempt,
  recordAttempts,
  saveChain,
} from '../notifications/chains.ts';
import { effectiveList } from '../notifications/lists.ts';
import { customerOfPlan, type Plan, type PlannedReceiver, receiversFor } from '../notifications/plan.ts';
import { queueMail } from '../notifications/queue-mail.ts';
import { replyWords } from '../notifications/reply-words.ts';
import { queueSms } from '../notifications/sms-outbox.ts';
import { alarmPush } from '../push/push-message.ts';
import { queuePush } from '../push/queue-push.ts';
import { recordAlarmEvent } from './alarm-events.ts';
import { newLink } from './alarm-links.ts';
import { type AlarmWithNames, findAlarm } from './alarms.ts';
import { escalateAlarm } from './escalate-alarm.ts';
import { alarms } from './tables.ts';
import { receiverLanguage, wordsOf } from './words-of-alarm.ts';

interface StepOrder {
  alarmId: number;
  at: Date;
  /** Base address of the links. */
  consoleUrl: string;
  /** An SMS can be answered. */
  takesReplies: boolean;
}

interface Stepped {
  found: AlarmWithNames;
  /** With the flag of an alarm that went to the alarm centre; null: unchanged. */
  device: DeviceRecord | null;
}

const language = receiverLanguage;

/**
 * Does what is due about an alarm: tells the next receivers of its list, or ends when it was taken or reset, or when all
 * have been told: then the alarm centre gets it. Returns the alarm with its new `rev`, and its device if that changed;
 * null when there was nothing to do. In a transaction of its own.
 */
export async function notifyStep(tx: Database, order: StepOrder): Promise<Stepped | null> {
  const { alarmId, at } = order;
  const chain = await lockDueChain(tx, alarmId, at.getTime());
  const found = chain && (await findAlarm(tx, 'server', alarmId));
  if (chain === undefined || found === undefined) return null;
  const { state, handedOverBy } = found.alarm;
  if (state === 'reset') {
    await endChain(tx, alarmId, { outcome: 'reset', at });
    return null;
  }
  let device: DeviceRecord | null = null;
  if (state === 'claimed' && handedOverBy === null) {
    await endChain(tx, alarmId, { outcome: 'taken', at });
  } else {
    const plan = chain.plan ?? (await beginRound(tx, order, found));
    const isOver = await tellNext(tx, order, { ...chain, plan }, found);
    if (isOver) device = await escalateAlarm(tx, found.alarm, at);
  }
  await tx.update(alarms).set({ rev: sql`nextval('rev_seq')` }).where(eq(alarms.alarmId, alarmId));
  const after = await findAlarm(tx, 'server', alarmId);
  return after === undefined ? null : { found: after, device };
}

/** The result of the event that begins a round: which list it goes by. */
const resultOfList = { device: 'ownList', customer: 'customerList', none: 'noList' } as const;

/** The list as it is now, with the receivers of this alarm at this hour. */
async function beginRound(
  tx: Database,
  { alarmId, at }: StepOrder,
  { alarm }: AlarmWithNames,
): Promise<Plan> {
  const { source, receivers } = await effectiveList(tx, { ...alarm, at });
  const plan = { source, receivers: receiversFor(receivers, { metyId: alarm.metyId, at: at.getTime() }) };
  const party = customerOfPlan(plan);
  await recordAlarmEvent(tx, {
    ...{ alarmId, event: 'notificationStarted', at, result: resultOfList[source.kind] },
    ...(party !== null && { party }),
  });
  return plan;
}

/** The next receiver, and those after whom nobody waits. Returns whether that was the end of the list. */
async function tellNext(
  tx: Database,
  order: StepOrder,
  chain: Chain & { plan: Plan },
  found: AlarmWithNames,
): Promise<boolean> {
  const { alarmId, at } = order;
  const { plan } = chain;
  let { nextStep } = chain;
  let wait = 0;
  const words = nextStep < plan.receivers.length ? await wordsOf(tx, found) : null;
  for (; wait === 0 && words !== null; nextStep++) {
    const receiver = plan.receivers[nextStep];
    if (receiver === undefined) break;
    const mayArrive = await tell(
      tx,
      order,
      { found, words },
      { receiver, round: chain.round, step: nextStep },
    );
    if (mayArrive) wait = receiver.waitSeconds * 1000;
  }
  await saveChain(tx, alarmId, { plan, nextStep, nextAt: new Date(at.getTime() + wait) });
  if (wait > 0) return false;
  const outcome = plan.receivers.length === 0 ? 'nobody' : 'exhausted';
  await endChain(tx, alarmId, { outcome, at });
  await recordAlarmEvent(tx, { alarmId, event: 'notificationEnded', at, result: outcome });
  return true;
}

interface Told {
  receiver: PlannedReceiver;
  round: number;
  step: number;
}

/**
 * Queues the messages to a receiver, and records them, in one transaction. Returns whether any of them may arrive: nobody
 * waits for a receiver whom none can reach.
 */
async function tell(
  tx: Database,
  { alarmId, at, consoleUrl, takesReplies }: StepOrder,
  { found, words }: { found: AlarmWithNames; words: AlarmWords },
  { receiver: { receiverId, userId, name, mobile, email, channels }, round, step }: Told,
): Promise<boolean> {
  const attempt = { ...{ alarmId, round, step, name, at }, ...{ receiverId, userId } };
  const byPhone = mobile !== null && channels.some(isByPhone);
  const byMail = email !== null && channels.includes('email');
  if (channels.includes('sms') && mobile !== null) {
    const { path, tokenHash } = newLink();
    const text = alarmSms(language, { ...words, link: `${consoleUrl}/#${path}` });
    const content = takesReplies ? `${text}\n${replyWords.hint}` : text;
    const [smsId] = await queueSms(tx, { alarmId, recipient: mobile, content, createdAt: at });
    await recordAttempts(tx, [{ ...attempt, channel: 'sms', recipient: mobile, smsId, tokenHash }]);
  }
  if (channels.includes('call') && mobile !== null) {
    const call = { alarmId, channel: 'call' as const, recipient: mobile, createdAt: at };
    const [smsId] = await queueSms(tx, { ...call, content: alarmCall(language, words) });
    await recordAttempts(tx, [{ ...attempt, channel: 'call', recipient: mobile, smsId }]);
  }
  if (channels.includes('email') && email !== null) {
    const { path, tokenHash } = newLink();
    const mail = { to: email, language, template: 'alarm' as const, values: { ...words, path } };
    const [mailId] = await queueMail(tx, { ...mail, at: at.getTime(), alarmId });
    await recordAttempts(tx, [{ ...attempt, channel: 'email', recipient: email, mailId, tokenHash }]);
  }
  const byPush =
    userId !== null && channels.includes('push') && (await push(tx, { ...attempt, userId }, found));
  return byPhone || byMail || byPush;
}

/** Queues a message to each browser of a user. Returns whether there is any. */
async function push(
  tx: Database,
  attempt: Omit<NewAttempt, 'channel'> & { userId: number },
  found: AlarmWithNames,
): Promise<boolean> {
  const { alarmId, userId, at } = attempt;
  const message = async (own: string) => alarmPush(own, alarmId, await wordsOf(tx, found, own));
  const queued = await queuePush(tx, { userId, alarmId, at, message });
  await recordAttempts(
    tx,
    queued.map(({ smsId, recipient }) => ({ ...attempt, channel: 'push' as const, recipient, smsId })),
  );
  return queued.some(({ isQueued }) => isQueued);
}
