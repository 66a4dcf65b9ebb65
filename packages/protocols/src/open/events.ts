import { alarmTypes } from '@varde/catalogue/alarms';
import { type MessageTypeId, messageTypes, metyId } from '@varde/catalogue/message-types';
import type { DeviceEvent } from '@varde/catalogue/report';
import { asText } from '../json.ts';
import type { KeptFields } from '../kept-fields.ts';

/** The message types that a device may send as an event: every alarm, and reports about the device itself. */
const eventTypes: ReadonlySet<MessageTypeId> = new Set<MessageTypeId>([
  ...alarmTypes.map((alarm) => alarm.metyId),
  metyId.lowBattery,
  // What a sensor of one's own kind may report of itself (`customAlarmTypes`).
  metyId.lowBatteryCustom,
  metyId.offline,
  metyId.outOfBattery,
  metyId.batteryOk,
  metyId.chargingStarted,
  metyId.chargingStopped,
  metyId.powerFailure,
  metyId.powerRestored,
  metyId.selfCheckFailed,
  metyId.selfCheckOk,
  metyId.technical,
]);
const typeByWord = new Map(messageTypes.map((type) => [type.key.toLowerCase(), type]));
const keyByType = new Map<MessageTypeId, string>(messageTypes.map(({ key, id }) => [id, key]));

/** For unknown words; all of them are alarms of one kind. */
const maxOwnWords = 32;

/**
 * The events of a message, each once. A word that is no message type raises an alarm: a false alarm is better than a
 * missed one. A message type that is no event (`position`) is kept and raises nothing.
 */
export function readEvents(given: readonly unknown[], at: number | null, kept: KeptFields): DeviceEvent[] {
  const byCode = new Map<string, MessageTypeId>();
  let [ownWords, leftOut] = [0, 0];
  for (const entry of given) {
    if (entry === undefined || entry === null) continue;
    const word = asText(entry).trim();
    const type = typeByWord.get(word.toLowerCase());
    if (type !== undefined && !eventTypes.has(type.id)) kept.keepAs('events', word);
    else if (type !== undefined) byCode.set(type.key, type.id);
    else {
      if (!isCode(word)) kept.keepAs('events', word);
      const code = isCode(word) ? word : 'alarm';
      if (byCode.has(code)) continue;
      if (code !== 'alarm') ownWords += 1;
      if (ownWords > maxOwnWords) leftOut += 1;
      else byCode.set(code, metyId.alarm);
    }
  }
  if (leftOut > 0) kept.leaveOut('eventsLeftOut', leftOut);
  return [...byCode].map(([code, type]) => ({ metyId: type, code, at }));
}

/** The word of an event: its message type. */
export function eventWord({ metyId: type, code }: DeviceEvent): string {
  return keyByType.get(type) ?? code;
}

function isCode(word: string): boolean {
  return /^[A-Za-z][A-Za-z0-9]{0,31}$/.test(word);
}
