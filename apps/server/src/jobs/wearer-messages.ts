import { publishAlarms } from '#domain/alarms/live-alarm-events.ts';
import { dueWearers, followWearer, type Told } from '#domain/alarms/tell-wearer.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { Job, JobContext } from './job.ts';

const atOnce = 100;

/** Tells the wearers of devices with a display that somebody has taken their alarm (decision 0028). */
export const wearerMessages: Job = {
  name: 'wearer-messages',
  everySeconds: 1,
  tellsAlarms: true,
  run: async (context) => {
    const failures: unknown[] = [];
    for (const told of await dueWearers(context.db, context.clock.now(), atOnce))
      try {
        await follow(context, told);
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw new AggregateError(failures, 'wearers could not be told');
  },
};

const follow = ({ db, bus, clock }: JobContext, told: Told): Promise<void> =>
  commitAndPublish({ db, bus }, async (tx, changes) => {
    const followed = await followWearer(tx, { ...told, at: new Date(clock.now()) });
    if (followed === null) return;
    const { custId, commands, recorded } = followed;
    if (commands) {
      changes.publish({ type: 'devicePage', deviId: told.deviId, custId });
      changes.commandsOf(told.deviId);
    }
    if (recorded) await publishAlarms(tx, changes, [told.alarmId]);
  });
