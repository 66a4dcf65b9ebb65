import type { LiveEvent } from '@varde/contract/events';
import type { Changes } from '#domain/commit-and-publish.ts';
import type { Database } from '#platform/database/database.ts';
import { findAlarms } from './alarms.ts';
import { alarmEvent, presentAlarm } from './present-alarm.ts';

/** Live events of alarms as they are now, by one statement for all of them, in the order of their numbers. */
export async function liveAlarmEvents(tx: Database, alarmIds: readonly number[]): Promise<LiveEvent[]> {
  if (alarmIds.length === 0) return [];
  const found = await findAlarms(tx, alarmIds);
  return found.map(({ alarm, ...context }) => alarmEvent(presentAlarm(alarm, context)));
}

/** Publishes alarms as they are now, after their `rev` was renewed: open timelines are fetched again. */
export async function publishAlarms(tx: Database, changes: Changes, alarmIds: readonly number[]): Promise<void> {
  changes.publish(...(await liveAlarmEvents(tx, alarmIds)));
}
