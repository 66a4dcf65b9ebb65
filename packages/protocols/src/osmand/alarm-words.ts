import { type MessageTypeId, metyId } from '@varde/catalogue/message-types';
import type { DeviceEvent } from '@varde/catalogue/report';

type Kind = { metyId: MessageTypeId; code: string };
const technical = (code: string): Kind => ({ metyId: metyId.technical, code });

/**
 * The words that senders of this protocol put into `alarm`, in lower case (the alarm names of the reference server).
 * Whatever is not here is an alarm: better one too many than one that nobody sees.
 */
const kinds: ReadonlyMap<string, Kind> = new Map([
  ['sos', { metyId: metyId.alarm, code: 'sos' }],
  ['general', { metyId: metyId.alarm, code: 'alarm' }],
  ['true', { metyId: metyId.alarm, code: 'alarm' }],
  ['1', { metyId: metyId.alarm, code: 'alarm' }],
  ['falldown', { metyId: metyId.manDown, code: 'fall' }],
  ['fall', { metyId: metyId.manDown, code: 'fall' }],
  ['lowbattery', { metyId: metyId.lowBattery, code: 'lowBattery' }],
  ['lowpower', { metyId: metyId.lowBattery, code: 'lowBattery' }],
  ['geofence', { metyId: metyId.geofence, code: 'geofence' }],
  ['geofenceenter', { metyId: metyId.geofence, code: 'geofenceEntered' }],
  ['geofenceexit', { metyId: metyId.geofence, code: 'geofenceLeft' }],
  ['powercut', { metyId: metyId.powerFailure, code: 'powerCut' }],
  ['powerrestored', { metyId: metyId.powerRestored, code: 'powerRestored' }],
  ['vibration', technical('vibration')],
  ['movement', technical('movement')],
  ['overspeed', technical('overspeed')],
  ['poweroff', technical('powerOff')],
  ['poweron', technical('powerOn')],
  ['fault', technical('fault')],
  ['tampering', technical('tampering')],
  ['removing', technical('removed')],
]);
const noAlarm = new Set(['', 'false', '0', 'null', 'none']);

const urgency: readonly MessageTypeId[] = [
  metyId.alarm,
  metyId.manDown,
  metyId.powerFailure,
  metyId.geofence,
  metyId.lowBattery,
  metyId.powerRestored,
  metyId.technical,
];

/** Every alarm that the words name, the most urgent first. One word may name several, with commas between. */
export function alarmEvents(words: readonly string[], at: number | null): DeviceEvent[] {
  return words
    .flatMap((word) => word.split(','))
    .map((word) => word.trim())
    .filter((word) => !noAlarm.has(word.toLowerCase()))
    .map((word) => ({ ...kindOf(word), at }))
    .sort((a, b) => urgency.indexOf(a.metyId) - urgency.indexOf(b.metyId));
}

function kindOf(word: string): Kind {
  const known = kinds.get(word.toLowerCase());
  if (known !== undefined) return known;
  return { metyId: metyId.alarm, code: /^[A-Za-z][A-Za-z0-9]{0,31}$/.test(word) ? word : 'alarm' };
}
