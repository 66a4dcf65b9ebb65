import { isTestDue } from '@varde/catalogue/last-test';
import { useTranslation } from 'react-i18next';
import { useFormats } from '#kit/use-formats.ts';
import { useNow } from '#ui/clock.ts';
import styles from './last-test.module.css';

/** The day when a device was last tested from end to end; red, with words, when it must be tested. */
export function LastTest({ device: { lastTestAt } }: { device: { lastTestAt: number | null } }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const due = isTestDue(lastTestAt, useNow(60_000));
  if (lastTestAt === null) return <span className={styles.due}>{t('device.neverTested')}</span>;
  const day = formats.day(lastTestAt);
  return (
    <time
      dateTime={new Date(lastTestAt).toISOString()}
      title={formats.exact(lastTestAt)}
      className={due ? styles.due : undefined}
    >
      {due ? t('device.testDue', { day }) : day}
    </time>
  );
}
