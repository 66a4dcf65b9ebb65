import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconHelp, IconSend, IconX } from '@tabler/icons-react';
import type { MessageState } from '@varde/catalogue/message-states';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '#kit/relative-time.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from './outbox-page.module.css';

const stateIcons: Record<MessageState, typeof IconClock> = {
  queued: IconClock,
  inDoubt: IconHelp,
  sent: IconSend,
  delivered: IconCheck,
  failed: IconAlertTriangle,
  givenUp: IconAlertTriangle,
  withdrawn: IconX,
};

/** A mail, an SMS, a call or a push message. */
export interface OutboxRow {
  id: number;
  state: MessageState;
  recipient: string;
  subject: string;
  createdAt: number;
  endedAt: number | null;
  tries: number;
  reason: string | null;
  onRead: () => void;
}

export function OutboxTable({ rows, readable }: { rows: OutboxRow[]; readable: boolean }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable with the keyboard
    <section className={styles.scroller} tabIndex={0} aria-label={t('outbox.title')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('outbox.state')}</th>
            <th scope="col">{t('outbox.recipient')}</th>
            <th scope="col">{t('outbox.subject')}</th>
            <th scope="col">{t('outbox.created')}</th>
            <th scope="col">{t('outbox.ended')}</th>
            <th scope="col" className={styles.number}>
              {t('outbox.tries')}
            </th>
            <th scope="col">{readable ? t('outbox.read') : t('outbox.lastError')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} readable={readable} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row, readable }: { row: OutboxRow; readable: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const Icon = stateIcons[row.state];
  const { subject, recipient } = row;
  return (
    <tr>
      <td>
        <span className={styles.state} data-state={row.state}>
          <Icon size={16} aria-hidden />
          <span>{t(`outbox.states.${row.state}`)}</span>
        </span>
      </td>
      <td className={styles.recipient}>{recipient}</td>
      <td>{subject}</td>
      <td className={styles.folds}>
        <RelativeTime time={row.createdAt} />
      </td>
      <td className={styles.folds}>{row.endedAt === null ? t('common.none') : <RelativeTime time={row.endedAt} />}</td>
      <td className={`${styles.number} ${styles.folds}`}>{formats.number(row.tries)}</td>
      <td className={styles.said}>
        {readable && row.state === 'queued' ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('outbox.readOf', { subject, recipient })}
            onClick={row.onRead}
          >
            {t('outbox.read')}
          </Button>
        ) : (
          reasonText(row.reason, t)
        )}
      </td>
    </tr>
  );
}

/** A provider's answer in its own words, or why Varde did not send it, which the state may say already. */
function reasonText(reason: string | null, t: TFunction): string {
  if (reason === 'noBrowser') return t('outbox.noBrowser');
  return reason === null || reason === 'withdrawn' ? t('common.none') : reason;
}
