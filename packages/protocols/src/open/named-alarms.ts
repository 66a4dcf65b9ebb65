import { isAlarm } from '@varde/catalogue/alarms';
import { messageTypes } from '@varde/catalogue/message-types';
import type { JsonObject } from '../json.ts';
import { booleanValue } from '../text-values.ts';

/** Words for an alarm that people choose, and nobody for anything else, without capitals and marks. */
const ownWords: readonly string[] = [
  ...['alarm', 'alert', 'sos', 'panic', 'emergency', 'distress', 'help', 'fall', 'falldetected', 'fallen'],
  ...['nødalarm', 'nodalarm', 'panikk', 'hjelp', 'trygghetsalarm'],
];
const alarmWords = new Set([
  ...ownWords,
  ...messageTypes.filter(({ id }) => isAlarm(id)).map(({ key }) => key.toLowerCase()),
]);
/** Message types that are as well names of readings and settings: `"water": 1` is no alarm. */
const ambiguous = new Set(['geofence', 'fridge', 'water', 'wanderer']);
/** Names of members whose value says what happened. */
const tellingNames = new Set([
  ...['type', 'kind', 'message', 'msg', 'text', 'status', 'state', 'action', 'button', 'reason', 'code'],
  ...['eventtype', 'eventname', 'alarmtype', 'alarmname', 'messagetype'],
]);
const lists = new Set(['alarms', 'alert', 'alerts']);

const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_.-]/g, '');
const isAlarmWord = (value: unknown): value is string => typeof value === 'string' && alarmWords.has(plain(value));
const saysYes = (value: unknown): boolean =>
  booleanValue(value) === true ||
  (typeof value === 'string' && /^(on|yes|ja|active|pressed|triggered)$/i.test(value.trim()));

/** A name that means an alarm when its value says yes: a word for one, or one that ends in it. */
const isAlarmName = (name: string): boolean =>
  (alarmWords.has(name) && !ambiguous.has(name)) || /alarms?$/.test(name) || lists.has(name);

/**
 * The words of an alarm under a name that is not the protocol's; none: it means something else, or nothing certain. A device
 * that says nearly the right thing is heard.
 */
export function alarmWordsOf(given: string, value: unknown): string[] {
  const name = plain(given);
  if (isAlarmName(name) && saysYes(value)) return [alarmWords.has(name) ? name : 'alarm'];
  if (isAlarmName(name) || tellingNames.has(name)) return [value].flat().filter(isAlarmWord).map(plain);
  return [];
}

/** Whether one of the members is such a name. */
export const namesAlarm = (message: JsonObject): boolean =>
  Object.entries(message).some(([name, value]) => alarmWordsOf(name, value).length > 0);

/** One of the words in a text that was not read yet: bytewise, so without what stands beside ASCII. */
export const mayNameAlarm = (text: string): boolean => anyWord.test(text.replaceAll(/[\s_.-]/g, ''));
const anyWord = new RegExp([...alarmWords].filter((word) => /^[a-z]+$/.test(word)).join('|'), 'i');
