import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
import { findAlarmCentre } from '../customers/customers.ts';
import { type AlarmCentre, alarmCentreOf } from '../devices/alarm-centre.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { lockAlsoDeleted } from '../devices/find-device.ts';
import { flagColumns } from '../devices/flag-columns.ts';
import { saveFlags } from '../devices/save-flags.ts';
import { devices } from '../devices/tables.ts';
import type { Why } from '../notifications/plan.ts';
import { recordAlarmEvent } from './alarm-events.ts';
import { tellCentre } from './centre-answers.ts';
import type { AlarmRecord } from './present-alarm.ts';
import { alarms } from './tables.ts';

/**
 * Gives an alarm that its list did not settle to the alarm centre of its device: once for each alarm, however often it
 * is told again. The centre is told at the end of each round, unless it still has time to take the alarm. Returns the device with its flag; null when the device shows nothing new. In the transaction of the
 * step, which holds the locks of device and alarm.
 */
export async function escalateAlarm(
  tx: Database,
  alarm: AlarmRecord,
  { at, round }: { at: Date; round: number },
): Promise<DeviceRecord | null> {
  const why: Why = { round, skipped: [], cause: 'listEnded' };
  if (alarm.escalatedAt !== null) {
    if (alarm.centreDueAt === null) await tellCentre(tx, alarm, { at, why });
    return null;
  }
  const device = await lockAlsoDeleted(tx, alarm.deviId);
  const isHere = device?.custId === alarm.custId;
  const centre = await centreOf(tx, alarm, isHere);
  if (centre === null) return null;
  const { alarmId } = alarm;
  await tx
    .update(alarms)
    .set({ escalatedAt: at, escalatedTo: centre.custId })
    .where(eq(alarms.alarmId, alarmId));
  await recordAlarmEvent(tx, { alarmId, event: 'escalated', at, party: centre.firmName, why });
  await tellCentre(tx, { alarmId, escalatedTo: centre.custId }, { at, why });
  return device !== undefined && isHere ? setEscalated(tx, device) : null;
}

/** The alarm centre that an alarm goes to after its list; null: none, or one has got it. */
export async function comingCentre(db: Database, alarm: AlarmRecord): Promise<AlarmCentre | null> {
  if (alarm.escalatedAt !== null) return null;
  const [device] = await db
    .select({ custId: devices.custId })
    .from(devices)
    .where(eq(devices.deviId, alarm.deviId));
  return centreOf(db, alarm, device?.custId === alarm.custId);
}

/** An alarm of an earlier customer stays with that customer, and so goes to the centre of its devices. */
async function centreOf(
  db: Database,
  { deviId, custId }: AlarmRecord,
  isHere: boolean,
): Promise<AlarmCentre | null> {
  if (isHere) return alarmCentreOf(db, deviId);
  const centre = await findAlarmCentre(db, custId);
  return centre?.takesAlarms ? centre : null;
}

async function setEscalated(tx: Database, device: DeviceRecord): Promise<DeviceRecord> {
  const columns = flagColumns(new Set([...device.flags, 'escalated']), device);
  const revs = await saveFlags(tx, [{ deviId: device.deviId, ...columns }]);
  return { ...device, ...columns, rev: revs.get(device.deviId) ?? device.rev };
}
