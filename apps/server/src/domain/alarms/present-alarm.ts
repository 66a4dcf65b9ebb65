import type { Alarm, AlarmReach } from '@varde/contract/alarms';
import type { Place } from '@varde/contract/devices';
import type { LiveEvent } from '@varde/contract/events';
import type { alarmOutcomes } from '@varde/contract/filters';
import { epoch } from '#platform/clock/epoch.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import type { alarms } from './tables.ts';

export type AlarmRecord = typeof alarms.$inferSelect;

/** An alarm received later than this after it happened is shown as late, with both times. */
export const lateAfterMs = 60_000;

/** A device's place, as in its row. */
export type PlaceRecord = Pick<DeviceRecord, 'posLati' | 'posLong' | 'posTime' | 'posType' | 'posAccuracy' | 'place'>;

/** Data that an alarm's row does not contain. Names are null for an erased user. */
export interface AlarmContext {
  device: Pick<DeviceRecord, 'dehaId' | 'deviceName' | 'deviceSerialNumber'>;
  custName: string;
  /** It belongs to an earlier assignment than the latest one of its customer. */
  fromBefore: boolean;
  claimedByName: string | null;
  handedOverByName: string | null;
  resetByName: string | null;
  /** Of the alarm centre. */
  escalatedToName: string | null;
  /** Null: it is reset. */
  reach: AlarmReach | null;
  /** The device's place when it is newer than the alarm's and has the same wearer; else null. */
  latestPlace: PlaceRecord | null;
  /** Of both places; null: nobody has looked it up. Empty: there is none. */
  address: string | null;
  latestAddress: string | null;
  /** Of the device, while its customer is the alarm's. */
  phone: string | null;
  /** About the wearer of the alarm, while that is the device's wearer. */
  note: AlarmNote | null;
}

/** A note on a device. `sms`: its text is for messages about alarms. */
export interface AlarmNote {
  note: string;
  sms: boolean;
}

/**
 * An alarm on the wire with empty `abilities`, and with all that some callers may see: `withAbilities` adapts it to one.
 */
export function presentAlarm(alarm: AlarmRecord, context: AlarmContext): Alarm {
  return {
    alarmId: alarm.alarmId,
    deviId: alarm.deviId,
    dehaId: context.device.dehaId,
    deviceName: context.device.deviceName,
    deviceSNNum: context.device.deviceSerialNumber,
    custId: alarm.custId,
    custName: context.custName,
    metyId: alarm.metyId,
    code: alarm.code,
    state: alarm.state,
    happenedAt: epoch(alarm.happenedAt),
    receivedAt: epoch(alarm.receivedAt),
    late: epoch(alarm.receivedAt) - epoch(alarm.happenedAt) > lateAfterMs,
    fromBefore: context.fromBefore,
    lastSignalAt: epoch(alarm.lastSignalAt),
    signalCount: alarm.signalCount,
    tranId: alarm.tranId,
    tranSource: alarm.tranSource,
    posLati: alarm.posLati,
    posLong: alarm.posLong,
    posTime: epoch(alarm.posTime),
    posType: alarm.posType,
    posAccuracy: alarm.posAccuracy,
    place: alarm.place,
    address: context.address || null,
    geofence: alarm.geofence,
    latestPlace: context.latestPlace && presentPlace(context.latestPlace),
    latestAddress: (context.latestPlace && context.latestAddress) || null,
    formattedPhoneNumE164: context.phone,
    hasNote: context.note !== null,
    deviceNote: context.note?.sms ? context.note.note : null,
    claimedBy: claimant(alarm, context),
    claimedAt: epoch(alarm.claimedAt),
    handedOverBy: person(alarm.handedOverBy, context.handedOverByName),
    escalatedAt: epoch(alarm.escalatedAt),
    escalatedTo: context.escalatedToName,
    reach: alarm.state === 'reset' ? null : context.reach,
    resetBy: person(alarm.resetBy, context.resetByName),
    resetAt: epoch(alarm.resetAt),
    handledBy: alarm.handledBy,
    outcome: alarm.outcome as (typeof alarmOutcomes)[number] | null,
    note: alarm.note,
    abilities: [],
    rev: alarm.rev,
  };
}

function presentPlace({ posLati, posLong, posTime, posType, posAccuracy, place }: PlaceRecord): Place {
  return { posLati, posLong, posTime: epoch(posTime), posType, posAccuracy, place };
}

function claimant({ claimedBy, claimedAttempt }: AlarmRecord, { claimedByName }: AlarmContext): Alarm['claimedBy'] {
  if (claimedAttempt !== null) return { userId: null, name: claimedByName ?? '', attemptId: claimedAttempt };
  return person(claimedBy, claimedByName);
}

function person(userId: number | null, name: string | null): Alarm['resetBy'] {
  return userId === null ? null : { userId, name: name ?? '' };
}

export function alarmEvent(alarm: Alarm): LiveEvent {
  return { type: 'alarm', deviId: alarm.deviId, custId: alarm.custId, alarm };
}
