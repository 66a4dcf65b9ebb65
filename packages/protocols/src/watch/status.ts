import { type MessageTypeId, metyId } from '@varde/catalogue/message-types';
import type { DeviceEvent } from '@varde/catalogue/report';

/**
 * The status word, protocol notes 2.3: the low half holds states, the high half alarms. A state never raises an alarm
 * and never hides one: 00010001 is an SOS from a watch whose battery happens to be low.
 */
const firstAlarmBit = 16;
const lastAlarmBit = 31;

/** Most urgent first. A removed watch and a heart rate have no message type of their own. */
const alarmBits: readonly { bit: number; metyId: MessageTypeId; code: string }[] = [
  { bit: 16, metyId: metyId.alarm, code: 'sos' },
  { bit: 21, metyId: metyId.manDown, code: 'fall' },
  { bit: 22, metyId: metyId.medical, code: 'abnormalHeartRate' },
  { bit: 20, metyId: metyId.technical, code: 'watchRemoved' },
  { bit: 18, metyId: metyId.geofence, code: 'geofenceLeft' },
  { bit: 19, metyId: metyId.geofence, code: 'geofenceEntered' },
  { bit: 17, metyId: metyId.lowBattery, code: 'lowBattery' },
];

/** The alarms that are calls for help in themselves. */
const callBits = [16, 21, 22];

const stateBits = { lowBattery: 0, outsideFence: 1, insideFence: 2 } as const;
const takenOffBit = 3;
const staticBit = 4;
const firstUnnamedState = 5;

/**
 * Every alarm in the status word, the most urgent first. An alarm message in which no known alarm bit is set is a
 * general alarm, whatever unknown bits it has (vectors watch-026 and watch-004). If its known bits are no call for help
 * (a low battery, a removed watch, a fence), its unknown bits are alarms too.
 */
export function statusEvents(status: number, isAlarmMessage: boolean, at: number | null): DeviceEvent[] {
  const known = alarmBits
    .filter(({ bit }) => hasBit(status, bit))
    .map(({ metyId: id, code }) => ({ metyId: id, code, at }));
  const unnamed = isAlarmMessage && !callBits.some((bit) => hasBit(status, bit));
  const unknown: DeviceEvent[] = [];
  for (let bit = firstAlarmBit; bit <= lastAlarmBit; bit++) {
    if (hasBit(status, bit) && !alarmBits.some((alarm) => alarm.bit === bit)) {
      unknown.push({ metyId: unnamed ? metyId.alarm : metyId.technical, code: `bit${bit}`, at });
    }
  }
  const general: DeviceEvent[] =
    isAlarmMessage && known.length === 0 ? [{ metyId: metyId.alarm, code: 'alarm', at }] : [];
  return unnamed ? [...general, ...unknown, ...known] : [...known, ...unknown];
}

/** The named states, on or off, and the set unnamed ones. */
export function statusStates(status: number): Record<string, boolean> {
  const states: Record<string, boolean> = {};
  for (const [name, bit] of Object.entries(stateBits)) states[name] = hasBit(status, bit);
  states.worn = !hasBit(status, takenOffBit);
  for (let bit = firstUnnamedState; bit < firstAlarmBit; bit++) {
    if (hasBit(status, bit)) states[`bit${bit}`] = true;
  }
  return states;
}

/** False when the watch reports that it is still. A clear bit has no meaning: many models never set it. */
export function statusMoving(status: number): false | undefined {
  return hasBit(status, staticBit) ? false : undefined;
}

function hasBit(status: number, bit: number): boolean {
  return ((status >>> bit) & 1) === 1;
}
