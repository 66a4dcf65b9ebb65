import type { Database } from '#platform/database.ts';
import { noteInMessages } from '../devices/device-note.ts';
import { type AlarmWords, alarmWords } from '../notifications/alarm-words.ts';
import type { AlarmWithNames } from './alarms.ts';
import { nameInShare, placeInShare } from './shared-alarm.ts';

/** Notifications are Norwegian, because receivers are not users with a language; push messages go to users. */
export const receiverLanguage: string = 'nb';

/** What receivers may be told of an alarm now: without the place where the consent was withdrawn. */
export const wordsOf = async (
  tx: Database,
  found: AlarmWithNames,
  language = receiverLanguage,
): Promise<AlarmWords> =>
  alarmWords(language, {
    metyId: found.alarm.metyId,
    name: nameInShare(found),
    at: found.alarm.happenedAt,
    place: await placeInShare(tx, found),
    note: await noteInMessages(tx, found.alarm.assignmentId),
  });
