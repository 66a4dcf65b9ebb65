import type { Alarm } from '@varde/contract/alarms';
import type { api } from '@varde/contract/api';
import { auditAlarm } from '#domain/alarms/audit-alarm.ts';
import { claimIfOpen, releaseIfClaimed } from '#domain/alarms/claims.ts';
import { acceptIfHandedOver } from '#domain/alarms/hand-over.ts';
import { alarmEvent } from '#domain/alarms/present-alarm.ts';
import { reopenIfReset } from '#domain/alarms/reopen-alarm.ts';
import { resetIfUnchanged } from '#domain/alarms/reset-alarm.ts';
import { recordLooks } from '#domain/audit/audit-looks.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { transactionsEvent } from '#domain/transactions/present-transaction.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { centreHandlers } from './centre-handlers.ts';
import { handOverHandlers } from './hand-over-handlers.ts';
import {
  alreadyClaimed,
  alreadyReset,
  handledAlarm,
  refuseUnlessHeldBy,
  refuseUnlessResetBy,
  requireDevice,
} from './handled.ts';
import { looksAt } from './looks.ts';
import { withAbilities } from './present.ts';
import type { ReadingCall } from './read-handlers.ts';

export function alarmHandlers(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>,
): Omit<Handlers<(typeof api)['alarms']>, ReadingCall | 'exportAlarms' | 'getAnswerTimes' | 'listOutages'> {
  const { db, bus, clock } = dependencies;
  return {
    ...handOverHandlers(dependencies),
    ...centreHandlers(dependencies),

    async claimAlarm({ params: { alarmId } }, caller) {
      const claim = { alarmId, userId: caller.userId, at: new Date(clock.now()) };
      const alarm = await commitAndPublish({ db, bus }, async (tx, changes) => {
        const scope = caller.scopeOf('ALARM_HANDLE');
        const opened = await claimIfOpen(tx, scope, claim);
        const whose = opened ?? (await acceptIfHandedOver(tx, scope, claim));
        if (whose !== null)
          await auditAlarm(tx, { ...claim, by: caller }, whose, {
            action: 'alarm.claimed',
            before: { state: opened === null ? 'claimed' : 'open' },
            after: { state: 'claimed' },
          });
        const alarm = await handledAlarm(tx, caller, alarmId);
        if (whose !== null) changes.publish(alarmEvent(alarm));
        else {
          refuseUnlessHeldBy(caller, alarm);
          await recordLooks(tx, looksAt([alarm], caller, claim.at));
        }
        return alarm;
      });
      return withAbilities(alarm, caller, clock.now());
    },

    async releaseAlarm({ params: { alarmId }, body }, caller) {
      const at = new Date(clock.now());
      const alarm = await commitAndPublish({ db, bus }, async (tx, changes) => {
        const release = { ...body, alarmId, userId: caller.userId, at };
        const whose = await releaseIfClaimed(tx, caller.scopeOf('ALARM_HANDLE'), release);
        if (whose !== null)
          await auditAlarm(tx, { ...release, by: caller }, whose, {
            action: 'alarm.released',
            before: { state: 'claimed', claimedBy: body.claimedBy },
            after: { state: 'open' },
          });
        const alarm = await handledAlarm(tx, caller, alarmId);
        if (whose !== null) changes.publish(alarmEvent(alarm));
        else if (alarm.state !== 'open') throw alarm.state === 'reset' ? alreadyReset(alarm) : alreadyClaimed(alarm);
        else await recordLooks(tx, looksAt([alarm], caller, at));
        return alarm;
      });
      return withAbilities(alarm, caller, clock.now());
    },

    async resetAlarm({ params: { alarmId }, body: { deviceId, ...body } }, caller) {
      if (deviceId !== undefined) await requireDevice(db, caller, { alarmId, deviceId });
      const alarm = await reset(db, bus, caller, {
        ...body,
        alarmId,
        userId: caller.userId,
        at: new Date(clock.now()),
      });
      return withAbilities(alarm, caller, clock.now());
    },

    async reopenAlarm({ params: { alarmId } }, caller) {
      const order = { alarmId, userId: caller.userId, at: new Date(clock.now()) };
      const alarm = await reopen(db, bus, caller, order);
      return withAbilities(alarm, caller, clock.now());
    },
  };
}

async function reset(
  db: Database,
  bus: Bus,
  caller: Caller,
  order: Parameters<typeof resetIfUnchanged>[2],
): Promise<Alarm> {
  return commitAndPublish({ db, bus }, async (tx, changes) => {
    const done = await resetIfUnchanged(tx, caller.scopeOf('ALARM_HANDLE'), order);
    if (done !== null) {
      const { handledBy, outcome, note = null } = order;
      const owner = { custId: done.transaction.custId, deviId: done.device.deviId };
      await auditAlarm(tx, { ...order, by: caller }, owner, {
        action: 'alarm.reset',
        before: { ...done.before },
        after: { state: 'reset', handledBy, outcome, note },
      });
    }
    const alarm = await handledAlarm(tx, caller, order.alarmId);
    if (done === null) {
      refuseUnlessResetBy(order, alarm);
      await recordLooks(tx, looksAt([alarm], caller, order.at));
      return alarm;
    }
    const { device, twin, custName, transaction } = done;
    const laterCustIds = device.custId === transaction.custId ? [] : [device.custId];
    changes.publish(
      alarmEvent(alarm),
      deviceEvent(device, custName),
      ...(twin === null ? [] : [deviceEvent(twin, custName)]),
      transactionsEvent([transaction], laterCustIds),
    );
    return alarm;
  });
}

/** Reopening an open alarm is not an error: somebody else was faster. */
async function reopen(
  db: Database,
  bus: Bus,
  caller: Caller,
  order: Parameters<typeof reopenIfReset>[2],
): Promise<Alarm> {
  return commitAndPublish({ db, bus }, async (tx, changes) => {
    const done = await reopenIfReset(tx, caller.scopeOf('ALARM_HANDLE'), order);
    if (done !== null) {
      const { custId, resetBy, handledBy, outcome, note } = done.before;
      const owner = { custId, deviId: done.device.deviId };
      await auditAlarm(tx, { ...order, by: caller }, owner, {
        action: 'alarm.reopened',
        before: { state: 'reset', resetBy, handledBy, outcome, note },
        after: { state: 'open' },
      });
    }
    const alarm = await handledAlarm(tx, caller, order.alarmId);
    if (done === null) await recordLooks(tx, looksAt([alarm], caller, order.at));
    else {
      const { device, custName, transaction } = done;
      const laterCustIds = device.custId === transaction.custId ? [] : [device.custId];
      changes.publish(alarmEvent(alarm), deviceEvent(device, custName), transactionsEvent([transaction], laterCustIds));
    }
    return alarm;
  });
}
