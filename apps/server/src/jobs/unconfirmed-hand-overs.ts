import { confirmWithinMs } from '@varde/catalogue/alarms';
import { auditAlarm } from '#domain/alarms/audit-alarm.ts';
import { findUnconfirmed, releaseIfUnconfirmed } from '#domain/alarms/hand-over.ts';
import { publishAlarms } from '#domain/alarms/live-alarm-events.ts';
import { noActor } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import type { Job, JobContext } from './job.ts';

const atOnce = 100;

/** Opens alarms for everybody that nobody has confirmed a minute after they were handed over (decision 0026). */
export const unconfirmedHandOvers: Job = {
  name: 'unconfirmed-hand-overs',
  everySeconds: 5,
  tellsAlarms: true,
  run: async (context) => {
    const at = new Date(context.clock.now());
    const late = await findUnconfirmed(context.db, { at, withinMs: confirmWithinMs, most: atOnce });
    for (const { alarmId, claimedBy } of late)
      if (claimedBy !== null) await release(context, { alarmId, claimedBy, at });
  },
};

function release(
  { db, bus }: JobContext,
  { alarmId, claimedBy, at }: { alarmId: number; claimedBy: number; at: Date },
): Promise<void> {
  return commitAndPublish({ db, bus }, async (tx, changes) => {
    const released = await releaseIfUnconfirmed(tx, { alarmId, claimedBy, at });
    if (!released) return;
    await auditAlarm(tx, { alarmId, at, by: noActor }, released, {
      action: 'alarm.released',
      before: { state: 'claimed', claimedBy },
      after: { state: 'open' },
    });
    await publishAlarms(tx, changes, [alarmId]);
  });
}
