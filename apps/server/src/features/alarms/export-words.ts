import type { Alarm } from '@varde/contract/alarms';
import type { CsvCell } from '@varde/contract/csv';
import { type Reader, timesIn } from '#domain/exports/reader.ts';
import { sharedWords } from '#domain/exports/words.ts';
import en from './texts/en.json' with { type: 'json' };
import nb from './texts/nb.json' with { type: 'json' };

/** The texts of exports in each language: those of the console, which a test compares with these. */
const exportTexts = { nb, en };

type Column = keyof typeof nb.columns;
const columns = Object.keys(nb.columns) as Column[];

/** A table of alarms in the language and time zone of its reader. */
export function alarmWords(reader: Reader) {
  const texts = exportTexts[reader.language];
  const time = timesIn(reader);
  const { messageType } = sharedWords(reader);
  const words: Record<Column, (alarm: Alarm) => CsvCell> = {
    time: ({ receivedAt }) => ({ typed: time(receivedAt) }),
    kind: ({ metyId }) => messageType(metyId),
    device: ({ deviceName }) => deviceName,
    customer: ({ custName }) => custName,
    outcome: ({ outcome, state }) => (outcome === null ? texts.states[state] : texts.outcomes[outcome]),
    handledBy: ({ handledBy, claimedBy }) => handledBy ?? claimedBy?.name ?? '',
    serial: ({ deviceSNNum }) => deviceSNNum,
    resetAt: ({ resetAt }) => (resetAt === null ? '' : { typed: time(resetAt) }),
    note: ({ note }) => note ?? '',
  };
  return {
    file: texts.file,
    header: columns.map((column) => texts.columns[column]),
    line: (alarm: Alarm) => columns.map((column) => words[column](alarm)),
  };
}
