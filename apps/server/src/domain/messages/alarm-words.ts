import { beginningOf } from '@varde/catalogue/beginning-of';
import { messageTypes } from '@varde/catalogue/message-types';
import type { AlarmReach } from '@varde/contract/alarms';
import type { Place } from '@varde/contract/devices';
import { epoch } from '#platform/clock/epoch.ts';
import en from './texts/alarm.en.json' with { type: 'json' };
import nb from './texts/alarm.nb.json' with { type: 'json' };

interface AlarmTexts {
  /** By the keys of `messageTypes`. */
  kinds: Readonly<Record<string, string>>;
  noPlace: string;
  note: string;
  sms: string;
  test: string;
  confirm: string;
  call: string;
  callPlace: string;
  callTest: string;
  others: Readonly<Record<'none' | 'one' | 'more', string>>;
}

const texts: Record<'nb' | 'en', AlarmTexts> = { nb, en };
const textsIn = (language: string) => (language === 'en' ? texts.en : texts.nb);

/** The values of a text about an alarm. `at`: Unix milliseconds. */
export interface AlarmWords {
  kind: string;
  name: string;
  place: string;
  /** Its name and address, for reading aloud; empty: it has none but coordinates. */
  placeName: string;
  /** Empty: none. */
  note: string;
  at: number;
  /** Of the clock on the wall where the alarm is. */
  timeZone: string;
}

/** A place with its address, if that was known when it was told: no message waits for it. */
export interface ToldPlace extends Place {
  address: string | null;
}

interface AlarmFacts {
  metyId: number;
  name: string;
  at: Date;
  timeZone: string;
  /** Null: unknown, or not to be told. */
  place: ToldPlace | null;
  /** Null: none. */
  note: string | null;
}

/** Lengths that keep an SMS below its limit of 1000 characters, with a note of 256. */
const longest = { name: 80, place: 120 };

/** What an alarm is, whose it is and where, in the language of a user; one without texts falls back to Norwegian. */
export function alarmWords(language: string, { metyId, name, at, timeZone, place, note }: AlarmFacts): AlarmWords {
  const { noPlace, note: noteLabel } = textsIn(language);
  return {
    kind: kindIn(language, metyId),
    name: beginningOf(name, longest.name),
    place: placeText(place) ?? noPlace,
    placeName: spokenPlace(place),
    note: note === null ? '' : `${noteLabel}: ${note}`,
    ...{ at: epoch(at), timeZone },
  };
}

/** The kind of an alarm in words. */
export function kindIn(language: string, metyId: number): string {
  const key = kindOfAlarm(metyId);
  return textsIn(language).kinds[key] ?? key;
}

/** The key of an alarm's message type. */
export const kindOfAlarm = (metyId: number): string => messageTypes.find(({ id }) => id === metyId)?.key ?? 'alarm';

const digits = 5;

/** The name of a place with its address behind it, else its address with the coordinates: these begin it where nothing else is known. */
function placeText(place: ToldPlace | null): string | null {
  const coordinates = place && coordinatesOf(place);
  const [named, detail] = place?.place ? [place.place, place.address] : [place?.address, coordinates];
  if (!named) return coordinates;
  if (!detail) return beginningOf(named, longest.place);
  // Of a long name its own end is left out, and of an address behind it.
  const room = longest.place - ' ()'.length;
  const text = beginningOf(named, place?.place ? longest.place : room - detail.length);
  return room > text.length ? `${text} (${beginningOf(detail, room - text.length)})` : text;
}

const coordinatesOf = ({ posLati, posLong }: Place): string | null =>
  posLati === null || posLong === null ? null : `${posLati.toFixed(digits)}, ${posLong.toFixed(digits)}`;

const spokenPlace = (place: ToldPlace | null): string =>
  beginningOf([place?.place, place?.address].filter(Boolean).join(', '), longest.place);

/** The SMS that shares an alarm; `link` leads to it. */
export function alarmSms(language: string, { at, note, ...words }: AlarmWords & { link: string }): string {
  const ownLine = note === '' ? ' ' : `\n${note}\n`;
  const values: Record<string, string> = {
    ...words,
    note: ownLine,
    at: momentOf(at, words.timeZone, language),
  };
  return fill(textsIn(language).sms, values);
}

/** What is read aloud in a call about an alarm. */
export function alarmCall(language: string, { at, note, placeName, ...words }: AlarmWords): string {
  const { call, callPlace } = textsIn(language);
  const place = placeName && ` ${callPlace}: ${placeName}.`;
  return fill(call, {
    ...words,
    place,
    note: note && ` ${note}.`,
    clock: clockOf(at, words.timeZone, language),
  });
}

/** What is read aloud to try out a notification list. `name`: the device's. */
export const testCall = (language: string, name: string): string =>
  fill(textsIn(language).callTest, { name: beginningOf(name, longest.name) });

/** The SMS that tries out a notification list. `name`: the device's; `at`: Unix milliseconds. */
export function testSms(
  language: string,
  { name, at, timeZone }: Pick<AlarmWords, 'name' | 'at' | 'timeZone'>,
): string {
  const values = { name: beginningOf(name, longest.name), at: momentOf(at, timeZone, language) };
  return fill(textsIn(language).test, values);
}

/** Whether others have been reached, as it was when the mail was written: it may leave later. */
export function othersWords(
  language: string,
  { reached, at, timeZone }: Pick<AlarmReach, 'reached'> & { at: Date; timeZone: string },
): string {
  const { none, one, more } = textsIn(language).others;
  const text = reached === 0 ? none : reached === 1 ? one : more;
  return fill(text, { count: String(reached), clock: clockOf(epoch(at), timeZone, language) });
}

/** The SMS that asks who has a number whether a customer may tell it of alarms; `link` confirms it. */
export function confirmSms(language: string, { customer, link }: { customer: string; link: string }): string {
  return fill(textsIn(language).confirm, { customer: beginningOf(customer, longest.name), link });
}

/** A text with its values in the places of their names. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');

const clock = { hour: '2-digit', minute: '2-digit' } as const;

/** The day and the time. */
export const momentOf = (at: number, timeZone: string, language: string): string =>
  timeOf(at, timeZone, language, { day: 'numeric', month: 'short', ...clock });

const clockOf = (at: number, timeZone: string, language: string): string => timeOf(at, timeZone, language, clock);

const timeOf = (at: number, timeZone: string, language: string, fields: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'nb', { ...fields, timeZone }).format(at);
