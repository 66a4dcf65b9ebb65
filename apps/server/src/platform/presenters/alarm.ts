import type { Alarm, alarmOutcomes } from '@varde/contract/alarms';
import type { alarms } from '../schema.ts';
import type { DeviceRecord } from './device-row.ts';
import { epoch } from './epoch.ts';

export type AlarmRecord = typeof alarms.$inferSelect;

/** An alarm that became known later than this after it happened is shown as late, with both times. */
const lateAfterMs = 60_000;

/** What an alarm row does not hold itself. Names are null for a user who is gone. */
export interface AlarmSurroundings {
  device: Pick<DeviceRecord, 'dehaId' | 'deviceName' | 'deviceSerialNumber'>;
  custName: string;
  claimedByName: string | null;
  resetByName: string | null;
}

/** An alarm on the wire. `abilities` is empty: they differ by caller and are added by whoever knows him. */
export function presentAlarm(alarm: AlarmRecord, around: AlarmSurroundings): Alarm {
  return {
    alarmId: alarm.alarmId,
    deviId: alarm.deviId,
    dehaId: around.device.dehaId,
    deviceName: around.device.deviceName,
    deviceSNNum: around.device.deviceSerialNumber,
    custId: alarm.custId,
    custName: around.custName,
    metyId: alarm.metyId,
    code: alarm.code,
    state: alarm.state,
    happenedAt: epoch(alarm.happenedAt),
    receivedAt: epoch(alarm.receivedAt),
    late: epoch(alarm.receivedAt) - epoch(alarm.happenedAt) > lateAfterMs,
    lastSignalAt: epoch(alarm.lastSignalAt),
    signalCount: alarm.signalCount,
    tranSource: alarm.tranSource,
    posLati: alarm.posLati,
    posLong: alarm.posLong,
    posTime: epoch(alarm.posTime),
    posType: alarm.posType,
    posAccuracy: alarm.posAccuracy,
    place: alarm.place,
    claimedBy: person(alarm.claimedBy, around.claimedByName),
    claimedAt: epoch(alarm.claimedAt),
    resetBy: person(alarm.resetBy, around.resetByName),
    resetAt: epoch(alarm.resetAt),
    handledBy: alarm.handledBy,
    outcome: alarm.outcome as (typeof alarmOutcomes)[number] | null,
    note: alarm.note,
    abilities: [],
    rev: alarm.rev,
  };
}

function person(userId: number | null, name: string | null): Alarm['claimedBy'] {
  return userId === null ? null : { userId, name: name ?? '' };
}
