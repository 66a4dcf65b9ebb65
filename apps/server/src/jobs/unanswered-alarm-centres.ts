import { publishAlarms } from '#domain/alarms/live-alarm-events.ts';
import { findUnansweredByCentre, passOverCentre } from '#domain/alarms/pass-over-centre.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { Job, JobContext } from './job.ts';

const atOnce = 100;

/** Tells alarms again that their alarm centre has not taken in time (decision 0031). */
export const unansweredAlarmCentres: Job = {
  name: 'unanswered-alarm-centres',
  everySeconds: 5,
  tellsAlarms: true,
  run: async (context) => {
    const at = new Date(context.clock.now());
    const failures: unknown[] = [];
    for (const late of await findUnansweredByCentre(context.db, { at, most: atOnce }))
      try {
        await passOver(context, late, at);
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw new AggregateError(failures, 'alarm centres could not be passed over');
  },
};

const passOver = ({ db, bus }: JobContext, late: Parameters<typeof passOverCentre>[1], at: Date): Promise<void> =>
  commitAndPublish({ db, bus }, async (tx, changes) => {
    if (await passOverCentre(tx, late, at)) await publishAlarms(tx, changes, [late.alarmId]);
  });
