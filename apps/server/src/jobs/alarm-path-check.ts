import {
  type AlarmPathStage,
  alarmPathCheckSeconds,
  alarmPathPatienceMs,
  alarmPathStages,
} from '@varde/catalogue/alarm-path';
import { isWhole, type PassedStages, recordCheck } from '#domain/alarm-path/checks.ts';
import { ownDevice, removeTestAlarms } from '#domain/alarm-path/own-device.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { ownCustId } from '#platform/database/scope-condition.ts';
import { metrics } from '#platform/log/metrics.ts';
import type { Job, JobContext } from './job.ts';

export interface AlarmPathCheckOptions {
  bus: Pick<Bus, 'onEvents'>;
  clock: Pick<Clock, 'monotonic'>;
  /** Presses the button of the test device; resolves with the answer to it. */
  press(press: { identity: string; at: number; signal: AbortSignal }): Promise<void>;
  patienceMs?: number;
}

interface Walk {
  began: number;
  passed: PassedStages;
  /** Null until it is raised. */
  alarmId: number | null;
  /** Resolves when every stage is passed. */
  whole: PromiseWithResolvers<void>;
}

/**
 * Varde raises an alarm itself and follows it: from a connection like that of any device to the message to its receiver
 * (decision 0037), whichever process sends that. Nobody sees it.
 */
export function createAlarmPathCheck(options: AlarmPathCheckOptions): Job {
  const { bus, clock, press, patienceMs = alarmPathPatienceMs } = options;
  let walk: Walk | null = null;
  const pass = (stage: AlarmPathStage) => {
    if (walk === null) return;
    walk.passed[stage] ??= Math.round(clock.monotonic() - walk.began);
    if (isWhole(walk.passed)) walk.whole.resolve();
  };
  bus.onEvents((events) => {
    for (const event of events) {
      if (walk === null) continue;
      if (event.type === 'alarm' && event.custId === ownCustId) {
        walk.alarmId = event.alarm.alarmId;
        pass('live');
      }
      if (event.type === 'ownAlarmTold' && event.alarmId === walk.alarmId) pass('told');
    }
  });
  metrics.alarmPathAge.renew();

  /** Until it has arrived or is late; with the reason when the device had no answer. */
  async function follow(identity: string, at: number, stopping: AbortSignal) {
    const whole = Promise.withResolvers<void>();
    const late = AbortSignal.any([stopping, AbortSignal.timeout(patienceMs)]);
    late.addEventListener('abort', () => whole.resolve(), { once: true });
    const passed: PassedStages = {};
    walk = { began: clock.monotonic(), passed, alarmId: null, whole };
    let reason: unknown;
    const answer = press({ identity, at, signal: late }).then(
      () => pass('acknowledged'),
      (error: unknown) => {
        reason = error;
      },
    );
    await whole.promise;
    await answer;
    walk = null;
    return { passed, reason };
  }

  async function run({ db, clock: { now }, stopping }: JobContext): Promise<void> {
    const at = new Date(now());
    const { deviId, identity } = await ownDevice(db, at);
    await removeTestAlarms(db, deviId);
    const { passed, reason } = await follow(identity, at.getTime(), stopping);
    await removeTestAlarms(db, deviId);
    if (!isWhole(passed) && stopping.aborted) return;
    await db.transaction((tx) => recordCheck(tx, at, passed));
    const missing = alarmPathStages.find((stage) => passed[stage] === undefined);
    if (missing !== undefined)
      throw new Error(`the test alarm was not ${missing} within ${patienceMs} ms`, { cause: reason });
    metrics.alarmPathAge.renew();
  }
  return { name: 'alarm-path-check', atGateway: true, everySeconds: alarmPathCheckSeconds, run };
}
