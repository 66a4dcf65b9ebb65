import type { Alarm } from '@varde/contract/alarms';
import { findAlarm } from '#domain/alarms/alarms.ts';
import type { Reset } from '#domain/alarms/reset-alarm.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { presentForAll } from './present.ts';

/** The alarm if the caller may handle it; otherwise it is treated as nonexistent. */
export async function handledAlarm(db: Database, caller: Caller, alarmId: number): Promise<Alarm> {
  const found = await findAlarm(db, caller.scopeOf('ALARM_HANDLE'), alarmId);
  if (found === undefined) throw new AppError('notFound');
  return presentForAll(found);
}

/** Refuses an alarm of another device, which never changes. */
export async function requireDevice(
  db: Database,
  caller: Caller,
  { alarmId, deviceId }: { alarmId: number; deviceId: number },
): Promise<void> {
  const { deviId } = await handledAlarm(db, caller, alarmId);
  if (deviId !== deviceId) throw new AppError('notFound');
}

/** They find one person at a time; the history tells of what has happened to all. */
export function refuseTrackers(caller: Caller): void {
  if (caller.isTrackerOnly) throw new AppError('notAllowed');
}

/** A repeated claim is idempotent. Otherwise the error names the claimant, so that the two can talk. */
export function refuseUnlessHeldBy(caller: Caller, alarm: Alarm): void {
  if (alarm.state === 'reset') throw alreadyReset(alarm);
  if (alarm.claimedBy?.userId === caller.userId) return;
  throw alreadyClaimed(alarm);
}

/** A repeated reset, whose first answer was lost, is idempotent. */
export function refuseUnlessResetBy({ userId, ...order }: Reset, alarm: Alarm): void {
  if (alarm.state !== 'reset') throw new AppError('alarmChanged');
  const isRepeated =
    alarm.resetBy?.userId === userId &&
    alarm.handledBy === order.handledBy &&
    alarm.outcome === order.outcome &&
    alarm.note === (order.note ?? null);
  if (!isRepeated) throw alreadyReset(alarm);
}

export function alreadyClaimed(alarm: Alarm): AppError {
  return new AppError('alreadyClaimed', [{ path: 'claimedBy', message: alarm.claimedBy?.name ?? '' }]);
}

export function alreadyReset(alarm: Alarm): AppError {
  return new AppError('alreadyReset', [{ path: 'resetBy', message: alarm.resetBy?.name ?? '' }]);
}
