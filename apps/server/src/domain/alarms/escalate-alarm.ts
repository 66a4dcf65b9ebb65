import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#platform/app-error.ts';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { findAlarmCentre } from '../customers/customers.ts';
import { type AlarmCentre, alarmCentreOf } from '../devices/alarm-centre.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import { lockAlsoDeleted, lockWithTwin } from '../devices/find-device.ts';
import { flagColumns } from '../devices/flag-columns.ts';
import { saveFlags } from '../devices/save-flags.ts';
import { devices } from '../devices/tables.ts';
import { endChain } from '../notifications/chains.ts';
import type { Why } from '../notifications/plan.ts';
import { recordAlarmEvent } from './alarm-events.ts';
import { centreOfAlarm, tellCentre } from './centre-answers.ts';
import { type Claim, changeAlarmIf, isClaimedBy, type Owner, unclaimed } from './claims.ts';
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
    const centre = alarm.centreDueAt === null ? await centreOfAlarm(tx, alarm) : undefined;
    if (centre?.takesAlarms) await tellCentre(tx, alarm.alarmId, centre, { at, why });
    return null;
  }
  const device = await lockAlsoDeleted(tx, alarm.deviId);
  const isHere = device?.custId === alarm.custId;
  const centre = await centreOf(tx, alarm, isHere);
  if (centre === null) return null;
  const { alarmId } = alarm;
  await tx.update(alarms).set({ escalatedAt: at, escalatedTo: centre.custId }).where(eq(alarms.alarmId, alarmId));
  await recordAlarmEvent(tx, { alarmId, event: 'escalated', at, party: centre.firmName, why });
  await tellCentre(tx, alarmId, centre, { at, why });
  return device !== undefined && isHere ? setEscalated(tx, device) : null;
}

type OfDevice = Pick<AlarmRecord, 'deviId' | 'custId'>;

interface ByHand extends Claim {
  by: number;
  at: Date;
}

/**
 * Hands a claimed alarm over to the alarm centre of its device, which has yet to take it; null when it is not claimed as
 * the caller knows it, or a centre has got it. Nobody else is told meanwhile. Throws `noAlarmCentre`. Returns the device as
 * it shows it; null: it does not. Call it in a transaction with the server's own reach.
 */
export async function escalateIfClaimed(
  tx: Database,
  scope: Scope,
  { alarmId, ...owner }: OfDevice & Pick<AlarmRecord, 'alarmId'>,
  { by, at, ...claim }: ByHand,
): Promise<{ owner: Owner; device: DeviceRecord | null; centre: AlarmCentre } | null> {
  const device = await lockWithTwin(tx, 'server', owner.deviId);
  const isHere = device?.custId === owner.custId;
  const centre = await centreOf(tx, owner, isHere);
  if (centre === null) throw new AppError('noAlarmCentre');
  const held = { alarmId, scope, condition: and(isClaimedBy(claim), isNull(alarms.escalatedAt)) };
  const given = { escalatedAt: at, escalatedTo: centre.custId };
  const handed = await changeAlarmIf(tx, held, { ...unclaimed, ...given });
  if (handed === null) return null;
  await endChain(tx, alarmId, { outcome: 'taken', at });
  await recordAlarmEvent(tx, { alarmId, event: 'escalated', at, userId: by, party: centre.firmName });
  await tellCentre(tx, alarmId, centre, { at });
  const shown = device !== undefined && isHere ? await setEscalated(tx, device) : null;
  return { owner: handed, device: shown, centre };
}

/** The alarm centre that an alarm goes to after its list; null: none, or one has got it. */
export async function comingCentre(
  db: Database,
  alarm: OfDevice & { escalatedAt: unknown },
): Promise<AlarmCentre | null> {
  if (alarm.escalatedAt !== null) return null;
  const [device] = await db.select({ custId: devices.custId }).from(devices).where(eq(devices.deviId, alarm.deviId));
  return centreOf(db, alarm, device?.custId === alarm.custId);
}

/** An alarm of an earlier customer stays with that customer, and so goes to the centre of its devices. */
async function centreOf(db: Database, { deviId, custId }: OfDevice, isHere: boolean): Promise<AlarmCentre | null> {
  if (isHere) return alarmCentreOf(db, deviId);
  const centre = await findAlarmCentre(db, custId);
  return centre?.takesAlarms ? centre : null;
}

async function setEscalated(tx: Database, device: DeviceRecord): Promise<DeviceRecord> {
  const columns = flagColumns(new Set([...device.flags, 'escalated']), device);
  const revs = await saveFlags(tx, [{ deviId: device.deviId, ...columns }]);
  return { ...device, ...columns, rev: revs.get(device.deviId) ?? device.rev };
}
