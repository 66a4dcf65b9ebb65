import type { Alarm } from '@varde/contract/alarms';
import type { api } from '@varde/contract/api';
import { alarmHandlersAmong, searchAlarmHandlers } from '#domain/accounts/alarm-handlers.ts';
import { auditAlarm } from '#domain/alarms/audit-alarm.ts';
import { comingCentre } from '#domain/alarms/escalate-alarm.ts';
import { type HandOver, handOverIfClaimed } from '#domain/alarms/hand-over.ts';
import { alarmEvent } from '#domain/alarms/present-alarm.ts';
import { recordLooks } from '#domain/audit/audit-looks.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { alreadyClaimed, alreadyReset, handledAlarm } from './handled.ts';
import { looksAt } from './looks.ts';
import { withAbilities } from './present.ts';

type HandOverCall = 'listAlarmHandlers' | 'handOverAlarm';

/** Handing a claimed alarm over to a colleague (decision 0026). */
export function handOverHandlers({
  db,
  bus,
  clock,
}: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>): Pick<Handlers<(typeof api)['alarms']>, HandOverCall> {
  return {
    async listAlarmHandlers({ params: { alarmId }, query: { search } }, caller) {
      const now = new Date(clock.now());
      return db.transaction(async (tx) => {
        const { custId, deviId, claimedBy, escalatedAt } = await handledAlarm(tx, caller, alarmId);
        const colleagues = {
          custId,
          now,
          withOperators: !caller.isPrivate,
          except: claimedBy?.userId ?? null,
        };
        const { users, more } = await searchAlarmHandlers(tx, { ...colleagues, search, thereFirst: true });
        const centre = await comingCentre(tx, { custId, deviId, escalatedAt });
        return {
          users: users.map(({ userId, name, roles, isThere }) => ({ userId, name, roles, isThere })),
          ...{ more, centre: centre?.firmName ?? null },
        };
      });
    },

    async handOverAlarm({ params: { alarmId }, body }, caller) {
      const at = new Date(clock.now());
      const { userId: to, ...claim } = body;
      const order = { ...claim, alarmId, to, by: caller.userId, at };
      const alarm = await commitAndPublish({ db, bus }, async (tx, changes) => {
        const { custId } = await handledAlarm(tx, caller, alarmId);
        await refuseUnlessAHandler(tx, caller, { ...order, custId });
        const whose = await handOverIfClaimed(tx, caller.scopeOf('ALARM_HANDLE'), order);
        const alarm = await handledAlarm(tx, caller, alarmId);
        if (whose === null) {
          refuseUnlessHandedTo(order.to, alarm);
          await recordLooks(tx, looksAt([alarm], caller, at));
        } else {
          await auditAlarm(tx, { ...order, by: caller }, whose, {
            action: 'alarm.handedOver',
            before: { state: 'claimed', claimedBy: order.claimedBy },
            after: { state: 'claimed', claimedBy: order.to },
          });
          changes.publish(alarmEvent(alarm));
        }
        return alarm;
      });
      return withAbilities(alarm, caller, clock.now());
    },
  };
}

async function refuseUnlessAHandler(
  tx: Database,
  { isPrivate }: Caller,
  { custId, claimedBy, to, at }: HandOver & { custId: number },
): Promise<void> {
  const recipients = { custId, now: at, withOperators: !isPrivate, userIds: [to] };
  if (to !== claimedBy && (await alarmHandlersAmong(tx, recipients)).length > 0) return;
  throw new AppError('validationFailed', [{ path: 'userId', message: 'cannot have it handed over' }]);
}

/** A repeated hand-over to the same user is idempotent. */
function refuseUnlessHandedTo(userId: number, alarm: Alarm): void {
  if (alarm.state === 'reset') throw alreadyReset(alarm);
  if (alarm.state === 'open') throw new AppError('notClaimed');
  if (alarm.claimedBy?.userId !== userId) throw alreadyClaimed(alarm);
}
