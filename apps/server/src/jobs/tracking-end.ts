import { hasAction, pressedActionByKey } from '@varde/catalogue/device-actions';
import { and, eq, lt, type SQL } from 'drizzle-orm';
import { queueCommand } from '#domain/commands/commands.ts';
import { carryUnsent } from '#domain/commands/send-settings.ts';
import { trackingCommand } from '#domain/commands/tracking-values.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { customers } from '#domain/customers/tables.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import { saveTracking } from '#domain/devices/save-tracking.ts';
import { devices } from '#domain/devices/tables.ts';
import type { WireGroups } from '#domain/settings/wire-groups.ts';
import type { Job, JobContext } from './job.ts';

/** Devices in one run: short, so that no alarm waits for it on a database with one connection. */
const atOnce = 20;

/** Restores the ordinary report interval of devices whose minutes of tracking are over. */
export const trackingEnd = (wireGroups: WireGroups): Job => ({
  name: 'tracking-end',
  everySeconds: 30,
  run: async (context) => {
    const isOver = lt(devices.trackingUntil, new Date(context.clock.now()));
    const over = await context.db.select({ deviId: devices.deviId }).from(devices).where(isOver).limit(atOnce);
    for (const { deviId } of over) await endTracking(context, deviId, isOver, wireGroups);
  },
});

async function endTracking(
  { db, bus, clock }: JobContext,
  deviId: number,
  isOver: SQL,
  wireGroups: WireGroups,
): Promise<void> {
  await commitAndPublish({ db, bus }, async (tx, changes) => {
    const [found] = await tx
      .select({ device: devices, custName: customers.firmName })
      .from(devices)
      .innerJoin(customers, eq(customers.custId, devices.custId))
      .where(and(eq(devices.deviId, deviId), isOver))
      .for('no key update', { of: devices });
    if (found === undefined) return;
    const device = { ...found.device, trackingUntil: null };
    await saveTracking(tx, [device]);
    changes.publish(deviceEvent(device, found.custName));
    if (!hasAction(device.dehaId, pressedActionByKey('stopTracking'))) return;
    const command = await trackingCommand(tx, device, { kind: 'stopTracking' }, wireGroups);
    const commandId = await queueCommand(tx, { deviId, command, userId: null, at: new Date(clock.now()) });
    await carryUnsent(tx, deviId, commandId, command.values);
    changes.publish({ type: 'devicePage', deviId, custId: device.custId });
    changes.commandsOf(deviId);
  });
}
