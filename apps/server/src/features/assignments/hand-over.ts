import { recordAudit } from '#domain/audit/audit.ts';
import type { Changes } from '#domain/commit-and-publish.ts';
import { findCustomerName } from '#domain/customers/customers.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { lockDevice } from '#domain/devices/find-device.ts';
import { hasOpenAlarm } from '#domain/life/begin-assignment.ts';
import { nextWearer } from '#domain/life/next-wearer.ts';
import type { WireGroups } from '#domain/settings/wire-groups.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';

interface HandOver {
  deviId: number;
  custId: number;
  at: Date;
  caller: Caller;
  /** The device's new alarm centre; absent: unchanged. */
  ahpId?: number | null;
}

/**
 * Gives a device to a customer and publishes the change; both must be within the caller's DEVICE_ORGANIZATION. Throws
 * `notFound`, and `openAlarm` while the device has an open alarm.
 */
export async function handOver(
  tx: Database,
  changes: Changes,
  { deviId, custId, at, caller, ahpId }: HandOver,
  wireGroups: WireGroups,
): Promise<{ device: DeviceRecord; firmName: string }> {
  const scope = caller.scopeOf('DEVICE_ORGANIZATION');
  const before = await lockDevice(tx, scope, deviId);
  const customer = await findCustomerName(tx, scope, custId);
  if (before === undefined || customer === undefined) throw new AppError('notFound');
  if (before.twin !== 'NONE') throw new AppError('isTwin');
  if (await hasOpenAlarm(tx, { deviId, custId: before.custId })) throw new AppError('openAlarm');
  const device = await nextWearer(tx, { deviId, custId, at, ...(ahpId !== undefined && { ahpId }) }, wireGroups);
  const about = { at, by: caller, subject: { kind: 'device' as const, id: deviId } };
  // One entry for each of the two customers: each reads its own log only.
  if (before.custId !== custId) await recordAudit(tx, { ...about, action: 'assignment.ended', custId: before.custId });
  const after = { custId, ...(device.ahpId !== before.ahpId && { ahpId: device.ahpId }) };
  await recordAudit(tx, { ...about, action: 'assignment.begun', custId, after });
  changes.publish(deviceEvent(device, customer.firmName, before.custId));
  changes.commandsOf(deviId);
  return { device, firmName: customer.firmName };
}
