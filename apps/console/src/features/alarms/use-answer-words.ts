import { type AnswerGroup, answerTargets } from '@varde/catalogue/answer-times';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Output } from '#data/api/call.ts';
import { useFormats } from '#kit/use-formats.ts';

export type AnswerReport = Output<'getAnswerTimes'>;
export type AnswerRow = AnswerReport['rows'][number];

/** The number of a row's alarms that were taken in time, for each of the targets. */
export const inTime = [
  { key: 'within60', due: 'due60', target: answerTargets[0].share },
  { key: 'within180', due: 'due180', target: answerTargets[1].share },
] as const;

/** The share of alarms that were taken in time, of those of which that is known; of no alarms it is nothing. */
export const shareOf = (row: AnswerReport['total'], { key, due }: (typeof inTime)[number]): number | null =>
  row[due] === 0 ? null : row[key] / row[due];

export type AnswerWords = ReturnType<typeof useAnswerWords>;

/** The texts of the report of answer times. The last row, of all, has no key. */
export function useAnswerWords(by: AnswerGroup) {
  const { t, i18n } = useTranslation();
  const month = new Intl.DateTimeFormat(i18n.language, { month: 'short', year: 'numeric', timeZone: 'UTC' });
  const formats = useFormats();
  /** Rounded down: a share below its target must not look as if it met it. */
  const percent = (share: number | null, digits = 1) =>
    share === null ? '' : t('common.percent', { value: formats.number(Math.floor(share * 1000 + 1e-9) / 10, digits) });
  const heads: Record<AnswerGroup, (row: AnswerRow) => string> = {
    month: ({ key }) => month.format(Date.parse(`${key}-01`)),
    hour: ({ key }) => t('answerTimes.hour', { hour: key.padStart(2, '0') }),
    customer: ({ key, name }) => name ?? key,
  };
  const head = (row: AnswerRow) => (row.key === '' ? t('answerTimes.total') : heads[by](row));
  const longest = ({ longest: ms }: AnswerReport['total']) => (ms === null ? '' : durationOf(ms, t));
  return {
    group: t(`answerTimes.groups.${by}`),
    head,
    percent,
    longest,
    number: (value: number) => formats.number(value),
    file: {
      name: t('answerTimes.file'),
      header: [
        t(`answerTimes.groups.${by}`),
        ...(['alarms', 'within60', 'within180', 'unanswered', 'longest'] as const).map((key) =>
          t(`answerTimes.columns.${key}`),
        ),
      ],
      line: (row: AnswerRow) => [
        head(row),
        row.alarms,
        ...inTime.map((one) => ({ typed: percent(shareOf(row, one)).replaceAll(/\s/g, '') })),
        row.unanswered,
        longest(row),
      ],
    },
  };
}

/** `45 s`, `2 min 5 s`, `3 t 20 min`. */
function durationOf(ms: number, t: TFunction): string {
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return t('answerTimes.seconds', { seconds });
  if (minutes < 60) return t('answerTimes.minutes', { minutes, seconds: seconds % 60 });
  return t('answerTimes.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
