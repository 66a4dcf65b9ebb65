import { publishAlarms } from '#domain/alarms/live-alarm-events.ts';
import { publishTogether } from '#domain/alarms/publish-together.ts';
import { delayChain, dueChains } from '#domain/alarms/telling/due.ts';
import { notifyStep, type Stepped } from '#domain/alarms/telling/notify-step.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import type { Job, JobContext } from './job.ts';

/**
 * Alarms that are told side by side, each of another device: a step locks it. Whose turn it is, is asked anew after each of
 * them: an alarm that comes now does not wait for all that was due before.
 */
const atOnce = 4;
/** Each run tries an alarm once, unless its step has left receivers for another one. What was locked, or has become due again, is for the next one. */
const longestRunMs = 2000;
/** After a step that failed. */
const pauseMs = 5000;

/** Tells alarms to their receivers, one after the other, until somebody has taken them (decision 0029). */
export const notificationSteps: Job = {
  name: 'notification-steps',
  everySeconds: 1,
  wokenBy: ['notification_chains'],
  tellsAlarms: true,
  run: async (context) => {
    const { db, clock, turns, stopping } = context;
    const began = clock.monotonic();
    const failures: unknown[] = [];
    const tried = new Set<number>();
    const published = publishTogether(context);
    const tryStep = async (alarmId: number) => {
      tried.add(alarmId);
      try {
        const stepped = await step(context, alarmId);
        if (stepped?.device === null) published.add(alarmId);
        if (stepped?.goesOn) tried.delete(alarmId);
      } catch (error) {
        failures.push(error);
        await delayChain(db, alarmId, { since: new Date(clock.now()), ms: pauseMs });
      }
    };
    while (!stopping.aborted && clock.monotonic() - began < longestRunMs) {
      const due = await dueChains(db, clock.now(), { most: atOnce, turns: turns.chain, but: tried });
      if (due.length === 0) break;
      await Promise.all(due.map(tryStep));
    }
    await published.done().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'alarms could not be told to their receivers');
  },
};

const step = ({ db, bus, clock, consoleUrl, sms }: JobContext, alarmId: number): Promise<Stepped | null> =>
  commitAndPublish({ db, bus }, async (tx, changes) => {
    const order = {
      alarmId,
      at: new Date(clock.now()),
      consoleUrl,
      takesReplies: sms?.takesReplies === true,
    };
    const stepped = await notifyStep(tx, order);
    if (stepped !== null && stepped.device !== null) {
      // The alarm centre reads of it with the commit.
      await publishAlarms(tx, changes, [alarmId]);
      changes.publish(deviceEvent(stepped.device, stepped.custName));
    }
    return stepped;
  });
