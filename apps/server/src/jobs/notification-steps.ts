import { sql } from 'drizzle-orm';
import { publishAlarms } from '#domain/alarms/live-alarm-events.ts';
import { publishTogether } from '#domain/alarms/publish-together.ts';
import { delayChain, dueChains } from '#domain/alarms/telling/due.ts';
import { notifySteps } from '#domain/alarms/telling/notify-step.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import { isConflict } from '#platform/database/sql-state.ts';
import type { Job, JobContext } from './job.ts';

/**
 * Transactions side by side, and alarms in one of them when very many are due, each of another device: a step locks it. Whose
 * turn it is, is asked anew after all of them: an alarm that comes now does not wait for all that was due before.
 */
const [atOnce, together] = [3, 3];
/** Each run tries an alarm once, unless its step has left receivers for another one. What was locked, or has become due again, is for the next one. */
const longestRunMs = 2000;
/** After a step that failed. */
const pauseMs = 5000;
/**
 * A step waits no longer for a row that another transaction holds, such as that of a user who is told: other alarms wait with
 * it, in the same transaction or for the next run, and so do reports of their devices. The next run tries it again.
 */
const lockMs = 200;

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
    const tryTogether = async (alarmIds: readonly number[]): Promise<void> => {
      for (const alarmId of alarmIds) tried.add(alarmId);
      try {
        for (const [alarmId, stepped] of await step(context, alarmIds)) {
          if (stepped.device === null) published.add(alarmId);
          if (stepped.goesOn) tried.delete(alarmId);
        }
      } catch (error) {
        const [alarmId, ...others] = alarmIds;
        if (alarmId === undefined || others.length > 0) return tryEach(alarmIds);
        failures.push(error);
        if (!isConflict(error)) await delayChain(db, alarmId, { since: new Date(clock.now()), ms: pauseMs });
      }
    };
    /** An alarm that cannot be told holds up no other. */
    const tryEach = async (alarmIds: readonly number[]) => {
      for (const alarmId of alarmIds) await tryTogether([alarmId]);
    };
    while (!stopping.aborted && clock.monotonic() - began < longestRunMs) {
      const due = await dueChains(db, clock.now(), { most: atOnce * together, turns: turns.chain, but: tried });
      if (due.length === 0) break;
      const parts = Map.groupBy(due, (_, nth) => nth % atOnce);
      await Promise.all([...parts.values()].map(tryTogether));
    }
    await published.done().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'alarms could not be told to their receivers');
  },
};

const step = ({ db, bus, clock, consoleUrl, sms }: JobContext, alarmIds: readonly number[]) =>
  commitAndPublish(
    { db, bus },
    async (tx, changes) => {
      await tx.execute(sql`select set_config('lock_timeout', ${`${lockMs}`}, true)`);
      const order = { at: new Date(clock.now()), consoleUrl, takesReplies: sms?.takesReplies === true };
      const stepped = await notifySteps(tx, alarmIds, order);
      for (const [alarmId, { device, custName }] of stepped) {
        if (device === null) continue;
        // The alarm centre reads of it with the commit.
        await publishAlarms(tx, changes, [alarmId]);
        changes.publish(deviceEvent(device, custName));
      }
      return stepped;
    },
    { attempts: 1 }, // it takes them apart, or leaves it to the next run
  );
