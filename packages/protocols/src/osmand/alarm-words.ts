import { urgency } from '@varde/catalogue/alarms';
import { type MessageTypeId, metyId } from '@varde/catalogue/message-types';
import type { DeviceEvent } from '@varde/catalogue/report';

type Kind = { metyId: MessageTypeId; code: string };
const technical = (code: string): Kind => ({ metyId: metyId.technical, code });

/**
 * The words that senders of this protocol put into `alarm`, in lower case (the alarm names of the reference server).
 * Any other word raises an alarm: a false alarm is better than a missed one.
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

/** The limit of alarms in one place. */
const maxEvents = 32;

/**
 * Every alarm of these words, each once, the most urgent first. One word may name several, with commas. Above
 * `maxEvents` the least urgent are left out; all of these are of kinds that the others name already.
 */
export function alarmEvents(words: Iterable<string>, at: number | null): { events: DeviceEvent[]; leftOut: number } {
  const byCode = new Map<string, Kind>();
  for (const part of [...words].flatMap((word) => word.split(','))) {
    const word = part.trim();
    if (noAlarm.has(word.toLowerCase())) continue;
    const kind = kindOf(word);
    byCode.set(kind.code, kind);
  }
  const ordered = [...byCode.values()].sort((a, b) => urgency(a.metyId) - urgency(b.metyId));
  const firstOfKind = new Set(new Map(ordered.toReversed().map((kind) => [kind.metyId, kind])).values());
  const taken = ordered.filter((kind, index) => index < maxEvents || firstOfKind.has(kind));
  return { events: taken.map((kind) => ({ ...kind, at })), leftOut: ordered.length - taken.length };
}

function kindOf(word: string): Kind {
  const known = kinds.get(word.toLowerCase());
  if (known !== undefined) return known;
  return { metyId: metyId.alarm, code: isCode(word) ? word : 'alarm' };
}

/** Whether every word of an alarm field survives in the events' codes; if not, the field is also kept as sent. */
export function isReadableAlarm(words: string): boolean {
  return words.split(',').every((word) => {
    const trimmed = word.trim();
    return isCode(trimmed) || kinds.has(trimmed.toLowerCase()) || noAlarm.has(trimmed.toLowerCase());
  });
}

function isCode(word: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]{0,31}$/.test(word);
}
