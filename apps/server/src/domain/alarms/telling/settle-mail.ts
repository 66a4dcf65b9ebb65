import type { Changes } from '#domain/commit-and-publish.ts';
import type { Database } from '#platform/database/database.ts';
import { endMail, type MailEnd, type OutboxMail } from '../../messages/outbox.ts';
import { passOver } from '../../notifications/chains.ts';
import { publishAlarms } from '../live-alarm-events.ts';
import { renewRevs } from '../open-alarms.ts';

/** Ends a mail with what its alarm tells of it, as `settleSms`: whom it does not reach, nobody waits for. */
export async function settleMail(
  tx: Database,
  changes: Changes,
  { mailId, alarmId }: OutboxMail,
  end: MailEnd,
): Promise<void> {
  if (alarmId !== null) await renewRevs(tx, [alarmId]);
  if (!(await endMail(tx, mailId, end)) || alarmId === null) return;
  if (end.state === 'failed') await passOver(tx, { mailId }, end.endedAt);
  await publishAlarms(tx, changes, [alarmId]);
}
