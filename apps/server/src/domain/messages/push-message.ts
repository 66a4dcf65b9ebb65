import { type AlarmWords, fill, momentOf } from './alarm-words.ts';
import en from './texts/push.en.json' with { type: 'json' };
import nb from './texts/push.nb.json' with { type: 'json' };

/** A notification as `push-worker.js` of the console shows it. */
export interface PushMessage {
  title: string;
  options: {
    body: string;
    lang: string;
    /** A later message with the same tag takes the place of the earlier one. */
    tag: string;
    /** Sounds again although it takes the place of another. */
    renotify: boolean;
    /** Stays until somebody presses it. */
    requireInteraction: boolean;
    silent: boolean;
    /** Unix milliseconds. */
    timestamp: number;
    /** Where a press leads in the console. */
    data: { path: string };
  };
}

const textsIn = (language: string) => (language === 'en' ? en : nb);
const known = (language: string): string => (language === 'en' ? 'en' : 'nb');
const loud = { renotify: true, requireInteraction: true, silent: false };
const quiet = { renotify: false, requireInteraction: false, silent: true };

/** A message about an alarm; `words` are in the same language. */
export const alarmPush = (language: string, alarmId: number, words: AlarmWords): PushMessage =>
  aboutAlarm(language, alarmId, words, {
    ...loud,
    body: fill(textsIn(language).alarm, {
      at: momentOf(words.at, words.timeZone, language),
      place: words.place,
      note: words.note && `\n${words.note}`,
    }),
  });

/** Takes the place of a message about an alarm that somebody has taken. `by`: a name. */
export const takenPush = (language: string, alarmId: number, words: AlarmWords, by: string): PushMessage =>
  aboutAlarm(language, alarmId, words, { ...quiet, body: fill(textsIn(language).taken, { by }) });

/** Takes the place of a message about an alarm that was reset. */
export const overPush = (language: string, alarmId: number, words: AlarmWords): PushMessage =>
  aboutAlarm(language, alarmId, words, { ...quiet, body: textsIn(language).over });

const aboutAlarm = (
  language: string,
  alarmId: number,
  { kind, name, at }: AlarmWords,
  options: typeof quiet & { body: string },
): PushMessage => ({
  title: `${kind}: ${name}`,
  options: {
    ...{ ...options, lang: known(language), timestamp: at },
    ...{ tag: `alarm-${alarmId}`, data: { path: `/#/alarms/${alarmId}` } },
  },
});

/** Tries out the notification list of a device with this name. `at`: Unix milliseconds. */
export const testPush = (language: string, { name, at }: Pick<AlarmWords, 'name' | 'at'>): PushMessage => ({
  title: textsIn(language).testTitle,
  options: {
    ...{ ...loud, body: fill(textsIn(language).test, { name }), lang: known(language) },
    ...{ tag: 'test', timestamp: at, data: { path: '/' } },
  },
});

/** A message as a reader sees it, of its stored JSON. */
export function textOfPush(content: string): string {
  const { title, options }: PushMessage = JSON.parse(content);
  return `${title}\n${options.body}`;
}
