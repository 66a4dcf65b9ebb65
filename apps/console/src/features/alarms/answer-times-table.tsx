import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import figures from '#ui/figures.module.css';
import styles from './answer-times.module.css';
import { type AnswerReport, type AnswerRow, type AnswerWords, inTime, shareOf } from './use-answer-words.ts';

interface AnswerTimesTableProps {
  report: AnswerReport;
  words: AnswerWords;
}

/** The report in figures; a share below its target is marked, also for those who see no colours. */
export function AnswerTimesTable({ report: { rows, total }, words }: AnswerTimesTableProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a narrow screen, also by the keyboard
    <section className={figures.frame} aria-label={t('answerTimes.title')} tabIndex={0}>
      <table className={figures.table}>
        <thead>
          <tr>
            <th scope="col">{words.group}</th>
            <th scope="col">{t('answerTimes.columns.alarms')}</th>
            {inTime.map(({ key, target }) => (
              <th key={key} scope="col">
                {t(`answerTimes.columns.${key}`)}
                <span className={styles.target}>{t('answerTimes.target', { share: words.percent(target) })}</span>
              </th>
            ))}
            <th scope="col">{t('answerTimes.columns.unanswered')}</th>
            <th scope="col">{t('answerTimes.columns.longest')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} words={words} />
          ))}
        </tbody>
        <tfoot>
          <Row row={{ key: '', name: null, ...total }} words={words} />
        </tfoot>
      </table>
    </section>
  );
}

function Row({ row, words }: { row: AnswerRow; words: AnswerWords }) {
  return (
    <tr>
      <th scope="row">{words.head(row)}</th>
      <td>{words.number(row.alarms)}</td>
      {inTime.map((one) => (
        <Share key={one.key} share={shareOf(row, one)} target={one.target} words={words} />
      ))}
      <td>{words.number(row.unanswered)}</td>
      <td>{words.longest(row)}</td>
    </tr>
  );
}

interface ShareProps {
  share: number | null;
  target: number;
  words: AnswerWords;
}

function Share({ share, target, words }: ShareProps) {
  const { t } = useTranslation();
  const isBelow = share !== null && share < target;
  return (
    <td className={isBelow ? styles.below : undefined}>
      {isBelow && <IconAlertTriangle size={14} role="img" aria-label={t('answerTimes.below')} />}
      <span>{words.percent(share)}</span>
    </td>
  );
}
