import { isAlarm } from '@varde/catalogue/alarms';
import { messageTypes } from '@varde/catalogue/message-types';
import { isObject, type JsonObject } from '../json.ts';
import { booleanValue, numberValue } from '../text-values.ts';

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
/** What has the name of an alarm and tells that there is none, or none any more. */
const isDenied = (name: string): boolean =>
  /^(no|ingen)alarms?$|^(last|previous|clear|cancel|reset|acknowledge).*alarms?$/.test(name);
const endsInAlarm = (name: string): boolean => /alarms?$/.test(name) && !isDenied(name);
/** A word for an alarm, or a word or two that end in it; a sentence about alarms is none. */
const isAlarmWord = (value: unknown): value is string =>
  typeof value === 'string' &&
  (alarmWords.has(plain(value)) || (value.trim().split(/\s+/).length <= 2 && endsInAlarm(plain(value))));
const saysYes = (value: unknown): boolean =>
  booleanValue(value) === true ||
  (typeof value === 'string' && /^(on|yes|ja|active|pressed|triggered)$/i.test(value.trim()));
/** Whether a value in the place of an alarm says that there is none. */
export const saysNo = (value: unknown): boolean =>
  booleanValue(value) === false ||
  (typeof value === 'string' &&
    (/^(|off|no|none|nei|ingen|av|ok|normal|idle|inactive|cleared)$/i.test(value.trim()) || isDenied(plain(value))));

/** A name that means an alarm when its value says yes: a word for one, or one that ends in it. */
const isAlarmName = (name: string): boolean =>
  (alarmWords.has(name) && !ambiguous.has(name)) || endsInAlarm(name) || lists.has(name);
/** Under the name of one alarm any number is one; under that of several it may be their count. */
const isNumberOfOne = (name: string, value: unknown): boolean =>
  !/(alarm|alert)s$/.test(name) && (numberValue(value) ?? 0) > 0;

/** An alarm that is an object: what its members tell, else an alarm, unless one of them says that there is none. */
function wordsInObject(entry: JsonObject): string[] {
  const members = Object.entries(entry);
  const told = members.flatMap(([name, value]) => (tellingNames.has(plain(name)) && isAlarmWord(value) ? value : []));
  if (members.length === 0 || members.some(([, value]) => saysNo(value))) return [];
  return told.length > 0 ? told.map(plain) : ['alarm'];
}

/**
 * The words of an alarm under a name that is not the protocol's; none: it means something else, or nothing certain. A device
 * that says nearly the right thing is heard.
 */
export function alarmWordsOf(given: string, value: unknown): string[] {
  const name = plain(given);
  const isName = isAlarmName(name);
  if (isName && (saysYes(value) || isNumberOfOne(name, value))) return [alarmWords.has(name) ? name : 'alarm'];
  if (!isName && !tellingNames.has(name)) return [];
  return [value].flat().flatMap((entry) => {
    if (isAlarmWord(entry)) return [plain(entry)];
    return isName && isObject(entry) ? wordsInObject(entry) : [];
  });
}

/** Whether one of the members is such a name. */
export const namesAlarm = (message: JsonObject): boolean =>
  Object.entries(message).some(([name, value]) => alarmWordsOf(name, value).length > 0);

/** One of the words in a text that was not read yet: bytewise, so without what stands beside ASCII. */
export const mayNameAlarm = (text: string): boolean => anyWord.test(text.replaceAll(/[\s_.-]/g, ''));
const anyWord = new RegExp([...alarmWords].filter((word) => /^[a-z]+$/.test(word)).join('|'), 'i');
