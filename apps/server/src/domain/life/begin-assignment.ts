import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { alarms } from '../alarms/tables.ts';
import { cancelOfWearer } from '../commands/commands.ts';
import { changeDevice } from '../devices/change-device.ts';
import { removeDeviceImages } from '../devices/device-images.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { flagColumns } from '../devices/flag-columns.ts';
import { isStock } from '../devices/free-unit.ts';
import { deviceAssignments, devices } from '../devices/tables.ts';
import { giveDefaultFences } from '../geofences/default-fences.ts';
import { removeSensors } from '../sensors/list-sensors.ts';
import { personalSettings } from '../settings/personal-settings.ts';
import { deviceSettings } from '../settings/tables.ts';

/**
 * Whether the device has an open alarm, which must be reset before a handover. An alarm of an earlier customer stays
 * with that customer, and does not prevent it.
 */
export async function hasOpenAlarm(
  tx: Database,
  { deviId, custId }: { deviId: number; custId: number },
): Promise<boolean> {
  const open = await tx
    .select({ alarmId: alarms.alarmId })
    .from(alarms)
    .where(and(eq(alarms.deviId, deviId), eq(alarms.custId, custId), ne(alarms.state, 'reset')))
    .limit(1);
  return open.length > 0;
}

export interface NextAssignment {
  deviId: number;
  custId: number;
  at: Date;
  /** The device's new alarm centre; absent: unchanged. */
  ahpId?: number | null;
}

/**
 * Ends the present assignment with its waiting commands and begins a new one, not before the beginning of the present
 * one even if the clock was set back since. Clears everything about the former wearer: position, sensors, image, approved
 * training and last test in the device's row, settings about the wearer, and who set the others. A unit from stock is activated, and
 * one that goes back is not any more, which its status shows. The position's time is set to the
 * handover, so that a late older position does not restore the place.
 */
export async function beginAssignment(
  tx: Database,
  { deviId, custId, at, ahpId }: NextAssignment,
): Promise<DeviceRecord> {
  const [ended] = await tx
    .update(deviceAssignments)
    .set({ endsAt: sql`greatest(${at.toISOString()}::timestamptz, ${deviceAssignments.beginsAt})` })
    .where(and(eq(deviceAssignments.deviId, deviId), isNull(deviceAssignments.endsAt)))
    .returning();
  await cancelOfWearer(tx, deviId, at);
  await removeDeviceImages(tx, deviId);
  await removeSensors(tx, deviId);
  const isPersonal = inArray(deviceSettings.key, [...personalSettings]);
  await tx.delete(deviceSettings).where(and(eq(deviceSettings.deviId, deviId), isPersonal));
  await tx.update(deviceSettings).set({ updatedBy: null }).where(eq(deviceSettings.deviId, deviId));
  await tx.insert(deviceAssignments).values({ deviId, custId, beginsAt: ended?.endsAt ?? at });
  const device = await changeDevice(tx, deviId, {
    custId,
    activatedDate: sql`case when ${isStock(custId)} then null
        else coalesce(${devices.activatedDate}, ${at.toISOString()}::timestamptz) end`,
    posLati: null,
    posLong: null,
    posType: null,
    posAccuracy: null,
    place: null,
    noteAddedAt: null,
    userImageAt: null,
    trainingApprovedBy: null,
    trainingApprovedAt: null,
    lastTestAt: null,
    ...(ahpId !== undefined && { ahpId }),
    posTime: at,
    activeAt: null,
    // The job that ends tracking then sends the stop command.
    trackingUntil: sql`case when tracking_until is not null then ${at.toISOString()}::timestamptz end`,
  });
  await giveDefaultFences(tx, device);
  const ofFormer = new Set(['sensorLowBattery', 'inactiveWarning']);
  const flags = new Set(device.flags.filter((flag) => !ofFormer.has(flag)));
  return changeDevice(tx, deviId, flagColumns(flags, device));
}
