import { reopenMs } from '@varde/catalogue/alarms';
import type { AlarmAnalysis } from '@varde/contract/alarms';
import type { api } from '@varde/contract/api';
import { type AnalysedAlarm, analyseTransaction } from '#domain/alarms/alarm-analysis.ts';
import {
  findSeenAlarm,
  isDeviceInScope,
  latestAlarmRev,
  listAlarms,
  listHistory,
  listSignals,
} from '#domain/alarms/alarms.ts';
import { comingCentre } from '#domain/alarms/escalate-alarm.ts';
import { latestWords } from '#domain/alarms/receiver-words.ts';
import { recordLooks } from '#domain/audit/audit-looks.ts';
import { askedScope } from '#domain/customers/asked-scope.ts';
import { customersAbove } from '#domain/customers/customers.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { toldSoFar } from '#domain/notifications/told.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { refuseTrackers } from './handled.ts';
import { looksAt } from './looks.ts';
import { presentForAll, withAbilities } from './present.ts';

export type ReadingCall = 'listAlarms' | 'listAlarmHistory' | 'getAlarm' | 'getAlarmAnalysis';

/** The read-only calls on alarms. */
export function alarmReadHandlers({
  db,
  clock,
}: Pick<FeatureDependencies, 'db' | 'clock'>): Pick<Handlers<(typeof api)['alarms']>, ReadingCall> {
  return {
    async listAlarms({ query }, caller) {
      const scope = caller.scopeOf('DEVICE_LIST');
      const rev = await latestAlarmRev(db);
      const { deviId, reset } = query;
      const resetSince = reset && new Date(clock.now() - reopenMs);
      const { page, nextCursor } = await listAlarms(db, caller, { ...query, resetSince });
      if (page.length === 0 && deviId !== undefined && !(await isDeviceInScope(db, scope, deviId)))
        throw new AppError('notFound');
      const alarms = page.map((row) => withAbilities(presentForAll(row), caller, clock.now()));
      await recordLooks(db, looksAt(alarms, caller, new Date(clock.now())));
      return {
        alarms,
        nextCursor,
        rev,
      };
    },

    async listAlarmHistory({ query }, caller) {
      refuseTrackers(caller);
      const customers = await askedScope(db, caller.scopeOf('DEVICE_LIST'), query);
      const { page, nextCursor } = await listHistory(db, caller, customers, query);
      const alarms = page.map((row) => withAbilities(presentForAll(row), caller, clock.now()));
      await recordLooks(db, looksAt(alarms, caller, new Date(clock.now())));
      return { alarms, nextCursor };
    },

    async getAlarm({ params: { alarmId } }, caller) {
      const found = await findSeenAlarm(db, caller, alarmId);
      if (found === undefined) throw new AppError('notFound');
      const alarm = withAbilities(presentForAll(found), caller, clock.now());
      await recordLooks(db, looksAt([alarm], caller, new Date(clock.now())));
      const signals = await listSignals(db, alarmId);
      const above = await customersAbove(db, alarm.custId);
      const handles = caller.may('ALARM_HANDLE', alarm.custId);
      return {
        ...alarm,
        signals: signals.map(presentSignal),
        customersAbove: above.filter(({ custId }) => caller.may('SUB_ORGS', custId)),
        // The names of receivers, as in the timeline.
        told: handles ? await toldSoFar(db, alarmId) : null,
        written: handles ? await latestWords(db, alarmId, 5) : [],
        nextCentre: handles ? ((await comingCentre(db, found.alarm))?.firmName ?? null) : null,
      };
    },

    async getAlarmAnalysis({ params: { tranId } }, caller) {
      const found = await analyseTransaction(db, caller, tranId);
      if (found.length === 0) throw new AppError('notFound');
      await recordLooks(db, looksAt(found, caller, new Date(clock.now())));
      return { alarms: found.map((alarm) => timelineFor(alarm, caller)) };
    },
  };
}

/** Addresses and numbers of people outside of Varde are for those who handle alarms. */
function timelineFor({ custId, ...alarm }: AnalysedAlarm, caller: Caller): AlarmAnalysis {
  const handles = caller.may('ALARM_HANDLE', custId);
  return {
    ...alarm,
    mayShare: alarm.state !== 'reset' && caller.acting.may('ALARM_HANDLE', custId),
    events: handles
      ? alarm.events
      : alarm.events.map(({ reason: _reason, why: _why, words: _words, ...event }) => ({
          ...event,
          party: null,
        })),
  };
}

const presentSignal = ({ code, happenedAt, receivedAt }: Awaited<ReturnType<typeof listSignals>>[number]) => ({
  code,
  happenedAt: epoch(happenedAt),
  receivedAt: epoch(receivedAt),
});
