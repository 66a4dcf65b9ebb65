import type { Changes } from '#domain/commit-and-publish.ts';
import type { Database } from '#platform/database/database.ts';
import { markFailed, markSent } from '../../commands/commands.ts';
import { recordCost, recordPrice } from '../../messages/message-costs.ts';
import { ownNumber } from '../../messages/own-number.ts';
import { callAgain, customerOf, endSms, type OutboxSms, type SmsEnd } from '../../messages/sms-outbox.ts';
import { recordCallEnd } from '../../notifications/attempts.ts';
import { passOver, toldBy } from '../../notifications/chains.ts';
import { receiverEventsOf, recordAlarmEvent } from '../alarm-events.ts';
import { publishAlarms } from '../live-alarm-events.ts';
import { renewRevs } from '../open-alarms.ts';

/**
 * Ends an SMS or a call with its command, or with what its alarm tells of it: whom it does not reach, nobody waits for. Publishes
 * the device or the alarm. The alarm is locked first, as in processing, to prevent deadlocks. `isWorthAgain`: of a call
 * that reached nobody; the next receiver is told meanwhile.
 */
export async function settleSms(
  tx: Database,
  changes: Changes,
  sms: OutboxSms,
  { isWorthAgain = false, ...end }: SmsEnd & { isWorthAgain?: boolean },
): Promise<void> {
  const { smsId, state, alarmId, deviId, commandId, channel } = sms;
  if (alarmId !== null) await renewRevs(tx, [alarmId]);
  const isAgain = isWorthAgain && alarmId !== null && (await callAgain(tx, sms, end));
  if (!isAgain && !(await endSms(tx, sms, end))) {
    if (end.price !== undefined) await recordPrice(tx, sms, end.price);
    return;
  }
  await recordCost(tx, sms, end);
  if (alarmId !== null) {
    if (end.state === 'failed') await passOver(tx, { smsId }, end.endedAt);
    if (channel === 'call') await recordCall(tx, { smsId, alarmId }, end);
    await publishAlarms(tx, changes, [alarmId]);
    if (sms.recipient === ownNumber && end.state === 'sent') changes.publish({ type: 'ownAlarmTold', alarmId });
  }
  if (deviId === null || commandId === null) return;
  const command = { command_id: commandId, devi_id: deviId };
  if (end.state !== 'failed' && state === 'queued')
    await markSent(tx, [{ ...command, sent_on: 'sms', ref: null, sent_at: end.endedAt }]);
  if (end.state === 'failed') await markFailed(tx, [{ ...command, reason: 'gatewayRefused', ended_at: end.endedAt }]);
  const custId = await customerOf(tx, deviId);
  if (custId !== undefined) changes.publish({ type: 'devicePage', deviId, custId });
}

/**
 * An answered call is over, as the timeline and the call log show. Publishes the alarm. A repeated report changes nothing.
 */
export async function endCall(
  tx: Database,
  changes: Changes,
  { smsId, alarmId }: OutboxSms,
  end: { at: Date; seconds: number | null },
): Promise<void> {
  if (alarmId === null) return;
  await renewRevs(tx, [alarmId]);
  if (await recordCallEnd(tx, smsId, end)) await publishAlarms(tx, changes, [alarmId]);
}

/** On the timeline: the telephone was answered, or nobody came to it. */
async function recordCall(
  tx: Database,
  { smsId, alarmId }: { smsId: number; alarmId: number },
  { state, endedAt: at, reason }: SmsEnd,
): Promise<void> {
  if (state === 'sent') return;
  const { party, userId } = await toldBy(tx, smsId);
  const what = { alarmId, at, ...(party !== null && { party }) };
  const { answer, header } = receiverEventsOf(userId);
  await recordAlarmEvent(
    tx,
    state === 'delivered'
      ? { ...what, event: answer }
      : { ...what, event: 'noAnswer', header, ...(reason !== null && { result: reason }) },
  );
}
