import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Transaction } from '@varde/contract/transactions';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatPlace } from '#domain/device/place.ts';
import { useTransactions } from '#domain/device/use-transactions.ts';
import { ErrorState } from '#domain/errors/error-state.tsx';
import { messageText } from '#domain/status/message-text.ts';
import { useFormats } from '#kit/use-formats.ts';
import { useNow } from '#ui/clock.ts';
import styles from './alarm-context.module.css';

export const lastHours = { hours: 6 };
const refreshMs = 30_000;

/** What the device has sent and was sent lately, newest first. */
export function LastHours({ deviId }: { deviId: number }) {
  const { t } = useTranslation();
  const now = useNow(60_000);
  const { data, error, refetch } = useTransactions(deviId, { refetchInterval: refreshMs });
  const since = now - lastHours.hours * 3_600_000;
  const recent = data?.pages[0]?.transactions.filter(({ recTs }) => recTs >= since);
  return (
    <section className={styles.log} aria-label={t('alarmContext.lastHours', lastHours)}>
      <div className={styles.heading}>
        <h2 className={styles.title}>{t('alarmContext.lastHours', lastHours)}</h2>
        <Link to="/mapsingle/$deviId" params={{ deviId: String(deviId) }} className={styles.link}>
          {t('alarmContext.wholeLog')}
        </Link>
      </div>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!recent && !error && <Skeleton height={120} />}
      {recent?.length === 0 && <p className={styles.dim}>{t('alarmContext.noMessages')}</p>}
      <ul className={styles.rows}>
        {alike(recent ?? [], t).map((messages) => (
          <Messages key={messages.latest.tranId} {...messages} />
        ))}
      </ul>
    </section>
  );
}

interface Alike {
  text: string;
  latest: Transaction;
  first: Transaction;
  count: number;
}

/** Messages of the same contents, one after the other, are one row. */
function alike(transactions: readonly Transaction[], t: TFunction): Alike[] {
  const groups: Alike[] = [];
  for (const transaction of transactions) {
    const text = messageText(transaction, t);
    const group = groups.at(-1);
    if (group?.text === text) Object.assign(group, { first: transaction, count: group.count + 1 });
    else groups.push({ text, latest: transaction, first: transaction, count: 1 });
  }
  return groups;
}

/** With the place of the latest one. */
function Messages({ text, latest, first, count }: Alike) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [from, to] = [formats.clock(first.recTs), formats.clock(latest.recTs)];
  return (
    <li>
      <time dateTime={new Date(latest.recTs).toISOString()} title={formats.exact(latest.recTs)}>
        {from === to ? to : t('alarmContext.span', { from, to })}
      </time>
      <span>{count === 1 ? text : t('alarmContext.several', { text, count })}</span>
      <span className={styles.dim}>{formatPlace(latest, formats)}</span>
    </li>
  );
}
