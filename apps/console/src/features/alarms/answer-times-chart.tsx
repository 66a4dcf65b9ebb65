import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import '@mantine/charts/styles.layer.css';
import figures from '#ui/figures.module.css';
import { type AnswerRow, type AnswerWords, inTime, shareOf } from './use-answer-words.ts';

/** More groups than this are read in the table alone. */
const mostBars = 24;
const colours = { within60: 'var(--varde-accent)', within180: 'var(--varde-text-dim)' };

const empty = {
  ...{ name: null, alarms: 0, within60: 0, due60: 0, within180: 0, due180: 0, unanswered: 0, longest: null },
};

interface AnswerTimesChartProps {
  rows: readonly AnswerRow[];
  /** The keys of all places on the axis, also of those without alarms; null: those of the rows. */
  slots: readonly string[] | null;
  words: AnswerWords;
}

/** The shares of alarms that were taken in time, with a line at each target. The table says the same in words. */
export function AnswerTimesChart({ rows, slots, words }: AnswerTimesChartProps) {
  const { t } = useTranslation();
  if (rows.length > mostBars) return null;
  const shown = slots?.map((key) => rows.find((row) => row.key === key) ?? { ...empty, key }) ?? rows;
  return (
    <figure className={figures.chart} aria-hidden>
      <BarChart
        h={240}
        data={shown.map((row) => ({
          head: words.head(row),
          ...Object.fromEntries(inTime.map((one) => [one.key, shareOf(row, one)])),
        }))}
        dataKey="head"
        series={inTime.map(({ key }) => ({
          name: key,
          label: t(`answerTimes.columns.${key}`),
          color: colours[key],
        }))}
        valueFormatter={words.percent}
        yAxisProps={{ domain: [0, 1], tickFormatter: (share: number) => words.percent(share, 0) }}
        barChartProps={{ accessibilityLayer: false }}
        referenceLines={inTime.map(({ key, target }) => ({
          y: target,
          color: colours[key],
          strokeDasharray: '6 4',
        }))}
        withLegend
        legendProps={{ itemSorter: () => 0 }}
        tickLine="none"
      />
    </figure>
  );
}
