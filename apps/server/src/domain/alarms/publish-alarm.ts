import type { Changes } from '#domain/commit-and-publish.ts';
import type { Database } from '#platform/database.ts';
import { alarmEvent } from '../events.ts';
import { findAlarm } from './alarms.ts';
import { presentAlarm } from './present-alarm.ts';

/** Publishes an alarm as it is now, after its `rev` was renewed: open timelines are fetched again. */
export async function publishAlarm(tx: Database, changes: Changes, alarmId: number): Promise<void> {
  const found = await findAlarm(tx, 'server', alarmId);
  if (found !== undefined) changes.publish(alarmEvent(presentAlarm(found.alarm, found)));
}
