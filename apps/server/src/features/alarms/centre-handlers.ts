import type { Alarm } from '@varde/contract/alarms';
import type { api } from '@varde/contract/api';
import { auditAlarm } from '#domain/alarms/audit-alarm.ts';
import { escalateIfClaimed } from '#domain/alarms/escalate-alarm.ts';
import { alarmEvent } from '#domain/alarms/present-alarm.ts';
import { recordLooks } from '#domain/audit/audit-looks.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { reachAll } from '#platform/database/reach-all.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { alreadyClaimed, alreadyReset, handledAlarm } from './handled.ts';
import { looksAt } from './looks.ts';
import { withAbilities } from './present.ts';

/** Handing a claimed alarm over to the alarm centre of its device (decision 0031). */
export function centreHandlers({
  db,
  bus,
  clock,
}: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>): Pick<Handlers<(typeof api)['alarms']>, 'escalateAlarm'> {
  return {
    async escalateAlarm({ params: { alarmId }, body: claim }, caller) {
      const at = new Date(clock.now());
      const alarm = await commitAndPublish({ db, bus }, async (tx, changes) => {
        const given = await handledAlarm(tx, caller, alarmId);
        await reachAll(tx);
        const order = { ...claim, by: caller.userId, at };
        const handed =
          given.escalatedAt === null ? await escalateIfClaimed(tx, caller.scopeOf('ALARM_HANDLE'), given, order) : null;
        const alarm = await handledAlarm(tx, caller, alarmId);
        if (handed === null) {
          refuseUnlessAtCentre(alarm, caller);
          await recordLooks(tx, looksAt([alarm], caller, at));
          return alarm;
        }
        const { owner, device, centre } = handed;
        await auditAlarm(tx, { alarmId, at, by: caller }, owner, {
          action: 'alarm.escalated',
          before: { state: 'claimed', claimedBy: claim.claimedBy },
          after: { state: 'open', escalatedTo: centre.custId },
        });
        changes.publish(alarmEvent(alarm));
        if (device !== null) changes.publish(deviceEvent(device, alarm.custName));
        return alarm;
      });
      return withAbilities(alarm, caller, clock.now());
    },
  };
}

/** A repeated hand-over, whose first answer was lost, finds the alarm open at its centre. */
function refuseUnlessAtCentre(alarm: Alarm, { userId }: Caller): void {
  if (alarm.state === 'reset') throw alreadyReset(alarm);
  if (alarm.state === 'claimed') {
    const isOwn = alarm.claimedBy?.userId === userId;
    // The user's own claim may be a newer one than the call knows.
    const changed = alarm.escalatedAt === null ? 'alarmChanged' : 'noAlarmCentre';
    throw isOwn ? new AppError(changed) : alreadyClaimed(alarm);
  }
  if (alarm.escalatedAt === null) throw new AppError('notClaimed');
}
