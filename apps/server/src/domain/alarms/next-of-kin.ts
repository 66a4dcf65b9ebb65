import { hardwareById } from '@varde/catalogue/hardware/index';
import { signalOf } from '@varde/catalogue/signal';
import type { KinRight } from '@varde/contract/event-setup-form';
import type { SharedKin } from '@varde/contract/sharing';
import { and, eq, isNull } from 'drizzle-orm';
import { epoch } from '#platform/clock/epoch.ts';
import type { Database } from '#platform/database/database.ts';
import { type DeviceRecord, presentDeviceRow } from '../devices/device-row.ts';
import { deviceAssignments, devices } from '../devices/tables.ts';
import type { StoredReceiver } from '../notifications/plan.ts';
import type { Attempt } from './alarm-links.ts';
import type { AlarmWithNames } from './alarms.ts';
import { hasWithdrawn } from './withdrawn-consent.ts';

/** A next of kin as the list is now, and the device, which the wearer of the alarm still has. */
export interface Kin {
  receiver: StoredReceiver;
  rights: readonly KinRight[];
  device: DeviceRecord;
}

/**
 * The receiver of a message, as the list is now, as next of kin; null: is none, or another receiver with the same number
 * got the message; or the alarm is over, or was raised with another wearer, of whom the present one knows nothing (decision
 * 0015). The caller has the server's own reach.
 */
export async function findKin(
  tx: Database,
  attempt: Pick<Attempt, 'receiverId'>,
  receiver: StoredReceiver,
  { alarm, fromBefore }: AlarmWithNames,
): Promise<Kin | null> {
  const rights = receiver.nextOfKin;
  if (receiver.receiverId !== attempt.receiverId || rights === null) return null;
  if (alarm.state === 'reset' || fromBefore) return null;
  const device = await deviceOfWearer(tx, alarm);
  return device === null ? null : { receiver, rights, device };
}

/** The device while the wearer of the alarm has it. */
async function deviceOfWearer(
  tx: Database,
  { deviId, custId, assignmentId, happenedAt }: AlarmWithNames['alarm'],
): Promise<DeviceRecord | null> {
  const [found] = await tx
    .select({ device: devices, worn: deviceAssignments })
    .from(devices)
    .innerJoin(deviceAssignments, and(eq(deviceAssignments.deviId, devices.deviId), isNull(deviceAssignments.endsAt)))
    .where(and(eq(devices.deviId, deviId), eq(devices.custId, custId), isNull(devices.deletedAt)));
  if (found === undefined) return null;
  const { device, worn } = found;
  const isTheirs = assignmentId === null ? worn.beginsAt <= happenedAt : worn.assignmentId === assignmentId;
  return isTheirs ? device : null;
}

/** What the link shows to a next of kin. */
export async function presentKin(
  tx: Database,
  { receiver, rights, device }: Kin,
  { alarm }: AlarmWithNames,
): Promise<SharedKin> {
  const { formattedPhoneNumE164: phone, userImageAt } = device;
  const has = (right: KinRight) => rights.includes(right);
  return {
    ...(has('check') && { check: checkOf(device) }),
    ...(has('tracking') && {
      position: (await hasWithdrawn(tx, alarm)) ? null : positionOf(device),
    }),
    ...(has('schedule') && { schedule: { hours: receiver.hours } }),
    ...(has('call') && phone !== null && { phone }),
    ...(has('image') && userImageAt !== null && { image: epoch(userImageAt) }),
  };
}

/** A battery at this level is red on the page of a device. */
const lowBattery = 25;

function checkOf(device: DeviceRecord): NonNullable<SharedKin['check']> {
  const row = presentDeviceRow(device, '');
  const { lastMsgIn, battery, charging, dehaId, gsmStrength, batteryWarning } = row;
  const offline = row.offline || row.offlineWarning;
  const hardware = hardwareById(dehaId);
  const signal = hardware ? signalOf(gsmStrength, hardware.signalScale, { offline }) : null;
  const low = !charging && (batteryWarning || (battery !== null && battery <= lowBattery));
  return { lastMsgIn, battery, charging, low, offline, bars: signal?.bars ?? null };
}

function positionOf(device: DeviceRecord): SharedKin['position'] {
  const { posLati, posLong, posTime, posType, posAccuracy, place } = presentDeviceRow(device, '');
  return posLati === null ? null : { posLati, posLong, posTime, posType, posAccuracy, place };
}
