import { publishAlarms } from '#domain/alarms/live-alarm-events.ts';
import { delayChain, dueChains } from '#domain/alarms/telling/due.ts';
import { notifyStep } from '#domain/alarms/telling/notify-step.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import type { Job, JobContext } from './job.ts';

/** Whose turn it is, is asked anew after so many steps: an alarm that comes now does not wait for all that was due before. */
const atOnce = 8;
/** Alarms that are told side by side. Those of one device come one after the other: each step locks the device. */
const lanes = 4;
/** Each run tries an alarm once. What was locked, or has become due again, is for the next one. */
const longestRunMs = 2000;
/** After a step that failed. */
const pauseMs = 5000;

/** Tells alarms to their receivers, one after the other, until somebody has taken them (decision 0029). */
export const notificationSteps: Job = {
  name: 'notification-steps',
  everySeconds: 1,
  wokenBy: ['notification_chains'],
  run: async (context) => {
    const { db, clock, turns, stopping } = context;
    const began = clock.monotonic();
    const failures: unknown[] = [];
    const tried = new Set<number>();
    const tryStep = async (alarmId: number) => {
      tried.add(alarmId);
      try {
        await step(context, alarmId);
      } catch (error) {
        failures.push(error);
        await delayChain(db, alarmId, { since: new Date(clock.now()), ms: pauseMs });
      }
    };
    while (!stopping.aborted && clock.monotonic() - began < longestRunMs) {
      const due = await dueChains(db, clock.now(), { most: atOnce, turns: turns.chain, but: tried });
      if (due.length === 0) break;
      const runLane = async (lane: number) => {
        for (const { alarmId } of due.filter(({ deviId }) => deviId % lanes === lane)) await tryStep(alarmId);
      };
      await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'alarms could not be told to their receivers');
  },
};

const step = ({ db, bus, clock, consoleUrl, sms }: JobContext, alarmId: number): Promise<void> =>
  commitAndPublish({ db, bus }, async (tx, changes) => {
    const order = {
      alarmId,
      at: new Date(clock.now()),
      consoleUrl,
      takesReplies: sms?.takesReplies === true,
    };
    const stepped = await notifyStep(tx, order);
    if (stepped === null) return;
    await publishAlarms(tx, changes, [alarmId]);
    const { device, custName } = stepped;
    if (device !== null) changes.publish(deviceEvent(device, custName));
  });
