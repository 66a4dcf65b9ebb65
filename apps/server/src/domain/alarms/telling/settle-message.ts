import type { Changes } from '#domain/commit-and-publish.ts';
import type { Database } from '#platform/database/database.ts';
import { markFailed, markSent } from '../../commands/commands.ts';
import { logSmsCommand } from '../../commands/log-sms-command.ts';
import { recordCost, recordPrice } from '../../messages/message-costs.ts';
import { callAgain, customerOf, endMessage, type MessageEnd, type OutboxMessage } from '../../messages/outbox.ts';
import { ownNumber } from '../../messages/own-number.ts';
import { recordCallEnd } from '../../notifications/attempts.ts';
import { passOver, toldBy } from '../../notifications/chains.ts';
import { receiverEventsOf, recordAlarmEvent } from '../alarm-events.ts';
import { publishAlarms } from '../live-alarm-events.ts';
import { renewRevs } from '../open-alarms.ts';

/**
 * Ends a message with its command, or with what its alarm tells of it: whom it does not reach, nobody waits for. Publishes
 * the device or the alarm, unless it is published `later`. The alarm is locked first, as in processing, to prevent
 * deadlocks. `isWorthAgain`: of a call that reached nobody; the next receiver is told meanwhile.
 */
export async function settleMessage(
  tx: Database,
  changes: Changes,
  message: OutboxMessage,
  { isWorthAgain = false, later = false, ...end }: MessageEnd & { isWorthAgain?: boolean; later?: boolean },
): Promise<void> {
  const { messageId, state, alarmId, deviId, commandId, channel } = message;
  if (alarmId !== null) await renewRevs(tx, [alarmId]);
  const isAgain = isWorthAgain && alarmId !== null && (await callAgain(tx, message, end));
  if (!isAgain && !(await endMessage(tx, message, end))) {
    if (end.price !== undefined) await recordPrice(tx, message, end.price);
    return;
  }
  await recordCost(tx, message, end);
  if (alarmId !== null) {
    if (end.state === 'failed') await passOver(tx, messageId, end.endedAt);
    if (channel === 'call') await recordCall(tx, { messageId, alarmId }, end);
    if (!later) await publishAlarms(tx, changes, [alarmId]);
    if (message.recipient === ownNumber && end.state === 'sent') changes.publish({ type: 'ownAlarmTold', alarmId });
  }
  if (deviId === null || commandId === null) return;
  const command = { command_id: commandId, devi_id: deviId };
  if (end.state !== 'failed' && state === 'queued') {
    await markSent(tx, [{ ...command, sent_on: 'sms', ref: null, sent_at: end.endedAt }]);
    changes.publish(...(await logSmsCommand(tx, { commandId, text: message.content ?? '', at: end.endedAt })));
  }
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
  { messageId, alarmId }: OutboxMessage,
  end: { at: Date; seconds: number | null },
): Promise<void> {
  if (alarmId === null) return;
  await renewRevs(tx, [alarmId]);
  if (await recordCallEnd(tx, messageId, end)) await publishAlarms(tx, changes, [alarmId]);
}

/** On the timeline: the telephone was answered, or nobody came to it. */
async function recordCall(
  tx: Database,
  { messageId, alarmId }: { messageId: number; alarmId: number },
  { state, endedAt: at, reason }: MessageEnd,
): Promise<void> {
  if (state === 'sent') return;
  const { party, userId } = await toldBy(tx, messageId);
  const what = { alarmId, at, ...(party !== null && { party }) };
  const { answer, header } = receiverEventsOf(userId);
  await recordAlarmEvent(
    tx,
    state === 'delivered'
      ? { ...what, event: answer }
      : { ...what, event: 'noAnswer', header, ...(reason !== null && { result: reason }) },
  );
}
