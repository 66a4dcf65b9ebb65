import type { Policy } from '@varde/catalogue/permissions';
import { openAlarmEvents } from '#domain/alarms/open-alarms.ts';
import { type AuditEntry, recordAudit } from '#domain/audit/audit.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { customerName } from '#domain/customers/customers.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { lockWithTwin } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';

/** The changed row and the audited change; undefined: nothing changed. */
type Changed = [DeviceRecord, Pick<AuditEntry, 'action' | 'before' | 'after'>] | undefined;

export type ChangeDevice = (
  caller: Caller,
  policy: Policy,
  deviId: number,
  work: (tx: Database, device: DeviceRecord, at: Date) => Promise<Changed>,
) => Promise<DeviceRecord>;

/**
 * Changes a device on which the caller holds the policy, audits the change and publishes it to all who see the device.
 * Returns the changed row. Throws `notFound`.
 */
export function createChangeDevice({
  db,
  bus,
  clock,
}: Pick<FeatureDependencies, 'db' | 'bus' | 'clock'>): ChangeDevice {
  return (caller, policy, deviId, work) =>
    commitAndPublish({ db, bus }, async (tx, changes) => {
      const at = new Date(clock.now());
      const device = await lockWithTwin(tx, caller.scopeOf(policy), deviId);
      if (device === undefined) throw new AppError('notFound');
      // Details about the wearer belong to the master (specification 2, section 5).
      if (policy === 'DEVICE_INFO' && device.twin === 'CLONE') throw new AppError('notAllowed');
      const [changed, entry] = (await work(tx, device, at)) ?? [];
      if (changed === undefined || entry === undefined) return device;
      const { custId } = device;
      await recordAudit(tx, { ...entry, at, by: caller, custId, deviId });
      changes.publish(deviceEvent(changed, (await customerName(tx, custId)) ?? ''));
      if (changed.deviceName !== device.deviceName) changes.publish(...(await openAlarmEvents(tx, [deviId])));
      return changed;
    });
}
