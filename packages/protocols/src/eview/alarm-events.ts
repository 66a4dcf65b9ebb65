import { metyId } from '@varde/catalogue/message-types';
import type { DeviceEvent } from '@varde/catalogue/report';

type Kind = Pick<DeviceEvent, 'metyId' | 'code'>;

/**
 * The meanings of the bits of an alarm; an unlisted bit becomes `bitNN`, technical. Switching off is technical and not
 * "out of battery": the device does not report the reason, and a flat battery shows in its level.
 */
const kinds: Readonly<Record<number, Kind>> = {
  0: { metyId: metyId.lowBattery, code: 'lowBattery' },
  1: { metyId: metyId.technical, code: 'overspeed' },
  2: { metyId: metyId.manDown, code: 'fall' },
  3: { metyId: metyId.manDown, code: 'tilt' },
  8: { metyId: metyId.technical, code: 'powerOff' },
  9: { metyId: metyId.technical, code: 'powerOn' },
  10: { metyId: metyId.technical, code: 'movement' },
  11: { metyId: metyId.technical, code: 'noMotion' },
  12: { metyId: metyId.alarm, code: 'sos' },
  13: { metyId: metyId.alarm, code: 'sideButton1' },
  14: { metyId: metyId.alarm, code: 'sideButton2' },
  31: { metyId: metyId.technical, code: 'bark' },
};

/** Bits 4–7 are geofences 1–4; bits 26–29 give for each whether it was entered (set) or left (clear). */
const firstFenceBit = 4;
const firstEnteredBit = 26;
const fences = 4;

/** One event for each bit of an alarm. None hides another. */
export function alarmEvents(bits: number, at: number | null): DeviceEvent[] {
  const events: DeviceEvent[] = [];
  for (let bit = 0; bit < 32; bit++) {
    if (isSet(bits, bit) && !isDirectionInUse(bits, bit)) events.push({ ...kindOf(bits, bit), at });
  }
  return events;
}

/** The number of set bits among the 32. */
export function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function kindOf(bits: number, bit: number): Kind {
  const fence = bit - firstFenceBit;
  if (fence >= 0 && fence < fences) {
    const direction = isSet(bits, firstEnteredBit + fence) ? 'Entered' : 'Left';
    return { metyId: metyId.geofence, code: `geofence${fence + 1}${direction}` };
  }
  return kinds[bit] ?? { metyId: metyId.technical, code: `bit${bit}` };
}

/** A direction bit belongs to its geofence; alone it is kept like any other unknown bit. */
function isDirectionInUse(bits: number, bit: number): boolean {
  const fence = bit - firstEnteredBit;
  return fence >= 0 && fence < fences && isSet(bits, firstFenceBit + fence);
}

function isSet(bits: number, bit: number): boolean {
  return ((bits >>> bit) & 1) === 1;
}
