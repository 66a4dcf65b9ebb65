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

/** More kinds of alarm than this in one request are nobody's alarms. */
const maxEvents = 32;

/** Every alarm that the words name, each once, the most urgent first. One word may name several, with commas. */
export function alarmEvents(words: readonly string[], at: number | null): DeviceEvent[] {
  const kindsNamed = words
    .flatMap((word) => word.split(','))
    .map((word) => word.trim())
    .filter((word) => !noAlarm.has(word.toLowerCase()))
    .map(kindOf);
  const byCode = new Map(kindsNamed.map((kind) => [kind.code, kind]));
  return [...byCode.values()]
    .map((kind) => ({ ...kind, at }))
    .sort((a, b) => urgency.indexOf(a.metyId) - urgency.indexOf(b.metyId))
    .slice(0, maxEvents);
}

function kindOf(word: string): Kind {
  const known = kinds.get(word.toLowerCase());
  if (known !== undefined) return known;
  return { metyId: metyId.alarm, code: isCode(word) ? word : 'alarm' };
}

/** Whether every word of an alarm field survives in the events' codes; if not, the field is also kept as it came. */
export function isReadableAlarm(words: string): boolean {
  return words.split(',').every((word) => {
    const trimmed = word.trim();
    return isCode(trimmed) || kinds.has(trimmed.toLowerCase()) || noAlarm.has(trimmed.toLowerCase());
  });
}

function isCode(word: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]{0,31}$/.test(word);
}
