import type { Alarm } from '@varde/contract/alarms';
import type { api } from '@varde/contract/api';
import {
  claimIfOpen,
  findAlarm,
  isDeviceInScope,
  latestAlarmRev,
  listAlarms,
  releaseIfClaimed,
} from '#domain/alarms/alarms.ts';
import { resetIfNotReset } from '#domain/alarms/reset-alarm.ts';
import { type AuditEntry, recordAudit } from '#domain/audit/audit.ts';
import { recordLooks } from '#domain/audit/audit-looks.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { alarmEvent, deviceEvent, transactionsEvent } from '#domain/events.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Bus } from '#platform/bus.ts';
import { encodeCursor } from '#platform/cursor.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { looksAt } from './looks.ts';
import { presentForAll, withAbilities } from './present.ts';

export function alarmHandlers(
  dependencies: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>,
): Handlers<(typeof api)['alarms']> {
  const { db, bus, clock } = dependencies;
  return {
    async listAlarms({ query }, caller) {
      const scope = caller.scopeOf('DEVICE_LIST');
      const rev = await latestAlarmRev(db);
      const { page, next } = await listAlarms(db, caller, query);
      const { deviId } = query;
      if (page.length === 0 && deviId !== undefined && !(await isDeviceInScope(db, scope, deviId)))
        throw new AppError('notFound');
      const alarms = page.map((row) => withAbilities(presentForAll(row), caller));
      await recordLooks(db, looksAt(alarms, caller, new Date(clock.now())));
      return {
        alarms,
        nextCursor: next && encodeCursor(next),
        rev,
      };
    },

    async claimAlarm({ params: { alarmId } }, caller) {
      const claim = { alarmId, userId: caller.userId, at: new Date(clock.now()) };
      const alarm = await commitAndPublish({ db, bus }, async (tx, changes) => {
        const whose = await claimIfOpen(tx, caller.scopeOf('ALARM_HANDLE'), claim);
        if (whose !== null) await recordAudit(tx, claimed(caller, claim, whose));
        const alarm = await handledAlarm(tx, caller, alarmId);
        if (whose !== null) changes.publish(alarmEvent(alarm));
        else {
          refuseUnlessHeldBy(caller, alarm);
          await recordLooks(tx, looksAt([alarm], caller, claim.at));
        }
        return alarm;
      });
      return withAbilities(alarm, caller);
    },

    async releaseAlarm({ params: { alarmId }, body: { claimedBy } }, caller) {
      const at = new Date(clock.now());
      const alarm = await commitAndPublish({ db, bus }, async (tx, changes) => {
        const whose = await releaseIfClaimed(tx, caller.scopeOf('ALARM_HANDLE'), { alarmId, claimedBy });
        if (whose !== null) await recordAudit(tx, releasedEntry(caller, { alarmId, claimedBy, at }, whose));
        const alarm = await handledAlarm(tx, caller, alarmId);
        if (whose !== null) changes.publish(alarmEvent(alarm));
        else if (alarm.state !== 'open')
          throw alarm.state === 'reset' ? alreadyReset(alarm) : alreadyClaimed(alarm);
        else await recordLooks(tx, looksAt([alarm], caller, at));
        return alarm;
      });
      return withAbilities(alarm, caller);
    },

    async resetAlarm({ params: { alarmId }, body }, caller) {
      const alarm = await reset(db, bus, caller, {
        ...body,
        alarmId,
        userId: caller.userId,
        at: new Date(clock.now()),
      });
      return withAbilities(alarm, caller);
    },
  };
}

type ResetResult = NonNullable<Awaited<ReturnType<typeof resetIfNotReset>>>;

const claimed = (
  by: Caller,
  { alarmId, at }: { alarmId: number; at: Date },
  { custId, deviId }: { custId: number; deviId: number },
): AuditEntry => ({
  action: 'alarm.claimed',
  at,
  by,
  custId,
  deviId,
  subject: { kind: 'alarm', id: alarmId },
  before: { state: 'open' },
  after: { state: 'claimed' },
});

const releasedEntry = (
  by: Caller,
  { alarmId, claimedBy, at }: { alarmId: number; claimedBy: number; at: Date },
  { custId, deviId }: { custId: number; deviId: number },
): AuditEntry => ({
  action: 'alarm.released',
  at,
  by,
  custId,
  deviId,
  subject: { kind: 'alarm', id: alarmId },
  before: { state: 'claimed', claimedBy },
  after: { state: 'open' },
});

const wasReset = (
  by: Caller,
  { alarmId, at, handledBy, outcome, note }: Parameters<typeof resetIfNotReset>[2],
  { device, transaction, before }: ResetResult,
): AuditEntry => ({
  action: 'alarm.reset',
  at,
  by,
  custId: transaction.custId,
  deviId: device.deviId,
  subject: { kind: 'alarm', id: alarmId },
  before: { ...before },
  after: { state: 'reset', handledBy, outcome, note: note ?? null },
});

/** The alarm if the caller may handle it; otherwise it looks as if there were none. */
async function handledAlarm(db: Database, caller: Caller, alarmId: number): Promise<Alarm> {
  const found = await findAlarm(db, caller.scopeOf('ALARM_HANDLE'), alarmId);
  if (found === undefined) throw new AppError('notFound');
  return presentForAll(found);
}

/** Claiming twice is one claim. Anything else says who has the alarm, so that the two can talk. */
function refuseUnlessHeldBy(caller: Caller, alarm: Alarm): void {
  if (alarm.state === 'reset') throw alreadyReset(alarm);
  if (alarm.claimedBy?.userId === caller.userId) return;
  throw alreadyClaimed(alarm);
}

function alreadyClaimed(alarm: Alarm): AppError {
  return new AppError('alreadyClaimed', [{ path: 'claimedBy', message: alarm.claimedBy?.name ?? '' }]);
}

function alreadyReset(alarm: Alarm): AppError {
  return new AppError('alreadyReset', [{ path: 'resetBy', message: alarm.resetBy?.name ?? '' }]);
}

async function reset(
  db: Database,
  bus: Bus,
  caller: Caller,
  order: Parameters<typeof resetIfNotReset>[2],
): Promise<Alarm> {
  return commitAndPublish({ db, bus }, async (tx, changes) => {
    const done = await resetIfNotReset(tx, caller.scopeOf('ALARM_HANDLE'), order);
    if (done !== null) await recordAudit(tx, wasReset(caller, order, done));
    const alarm = await handledAlarm(tx, caller, order.alarmId);
    if (done === null) throw alreadyReset(alarm);
    const { device, custName, transaction } = done;
    const laterCustIds = device.custId === transaction.custId ? [] : [device.custId];
    changes.publish(
      alarmEvent(alarm),
      deviceEvent(device, custName),
      transactionsEvent([transaction], laterCustIds),
    );
    return alarm;
  });
}
