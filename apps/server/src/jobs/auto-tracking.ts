import { dueTracking, orderTracking } from '#domain/commands/auto-tracking.ts';
import type { TrackingOrder } from '#domain/commands/tracking-values.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { lockDevice } from '#domain/devices/find-device.ts';
import type { WireGroups } from '#domain/settings/wire-groups.ts';
import type { Job, JobContext } from './job.ts';

/** Devices of one question. */
const atOnce = 100;

/**
 * Has devices in alarm tracked where their setting `autoTracking` says so, and ends that with the alarm. It follows from
 * what is stored (decision 0024): an alarm never waits for it, and a run that was cut off is continued by the next.
 */
export const autoTracking = (wireGroups: WireGroups): Job => ({
  name: 'auto-tracking',
  everySeconds: 5,
  run: async (context) => {
    const failures: unknown[] = [];
    for (const kind of ['startTracking', 'stopTracking'] as const)
      for (let after = 0; !context.stopping.aborted; ) {
        const due = await dueTracking(context.db, kind, { after, limit: atOnce });
        for (const { deviId } of due)
          await order(context, { deviId, kind }, wireGroups).catch((error: unknown) => failures.push(error));
        const last = due.at(-1);
        if (last === undefined) break;
        after = last.deviId;
      }
    if (failures.length > 0) throw new AggregateError(failures, 'the tracking of devices in alarm failed');
  },
});

async function order(
  { db, bus, clock }: JobContext,
  { deviId, kind }: { deviId: number; kind: TrackingOrder['kind'] },
  wireGroups: WireGroups,
): Promise<void> {
  await commitAndPublish({ db, bus }, async (tx, changes) => {
    const device = await lockDevice(tx, 'all', deviId);
    if (device === undefined) return;
    const [due] = await dueTracking(tx, kind, { deviId });
    if (due === undefined) return;
    await orderTracking(tx, device, { kind, alarmId: due.alarmId, at: new Date(clock.now()) }, wireGroups);
    changes.publish({ type: 'devicePage', deviId, custId: device.custId });
    changes.commandsOf(deviId);
  });
}
