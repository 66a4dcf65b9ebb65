import { timeZoneOf } from '@varde/catalogue/markets';
import type { Database } from '#platform/database/database.ts';
import { noteInMessages } from '../devices/device-note.ts';
import { type AlarmWords, alarmWords } from '../messages/alarm-words.ts';
import type { AlarmWithNames } from './alarms.ts';
import { nameInShare, placeInShare } from './shared-alarm.ts';

/** What receivers may be told of an alarm now: without the place where the consent was withdrawn. */
export const wordsOf = async (tx: Database, found: AlarmWithNames, language: string): Promise<AlarmWords> =>
  alarmWords(language, {
    metyId: found.alarm.metyId,
    name: nameInShare(found),
    ...{ at: found.alarm.happenedAt, timeZone: timeZoneOf(found.market) },
    place: await placeInShare(tx, found),
    note: await noteInMessages(tx, found.alarm.assignmentId),
  });

/** The words of one alarm in a language. */
export type WordsIn = (language: string) => Promise<AlarmWords>;

/** Asked for when they are needed, and once in each language. */
export function wordsIn(tx: Database, found: AlarmWithNames): WordsIn {
  const known = new Map<string, AlarmWords>();
  return async (language) => {
    const words = known.get(language) ?? (await wordsOf(tx, found, language));
    known.set(language, words);
    return words;
  };
}
