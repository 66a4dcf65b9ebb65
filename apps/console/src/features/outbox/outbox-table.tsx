import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock, IconHelp, IconSend, IconX } from '@tabler/icons-react';
import type { MessageState } from '@varde/catalogue/message-states';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Output } from '#data/api/call.ts';
import { RelativeTime } from '#kit/relative-time.tsx';
import rows from '#kit/table/rows.module.css';
import { useFormats } from '#kit/use-formats.ts';
import styles from './outbox-page.module.css';
import { showText } from './show-text.tsx';

const stateIcons: Record<MessageState, typeof IconClock> = {
  queued: IconClock,
  inDoubt: IconHelp,
  sent: IconSend,
  delivered: IconCheck,
  failed: IconAlertTriangle,
  givenUp: IconAlertTriangle,
  withdrawn: IconX,
};

type OutboxMessage = Output<'listOutbox'>['messages'][number];

interface OutboxTableProps {
  messages: readonly OutboxMessage[];
  /** Nothing delivers them. */
  readable: boolean;
}

export function OutboxTable({ messages, readable }: OutboxTableProps) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable with the keyboard
    <section className={rows.frame} tabIndex={0} aria-label={t('outbox.title')}>
      <table className={`${rows.table} ${styles.outbox}`}>
        <thead>
          <tr>
            <th scope="col">{t('outbox.state')}</th>
            <th scope="col">{t('outbox.recipient')}</th>
            <th scope="col">{t('outbox.subject')}</th>
            <th scope="col">{t('outbox.created')}</th>
            <th scope="col">{t('outbox.ended')}</th>
            <th scope="col" className={rows.number}>
              {t('outbox.tries')}
            </th>
            <th scope="col">{readable ? t('outbox.read') : t('outbox.lastError')}</th>
          </tr>
        </thead>
        <tbody>
          {messages.map((message) => (
            <Row key={message.messageId} message={message} readable={readable} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ message, readable }: { message: OutboxMessage; readable: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { messageId, recipient, state, createdAt, endedAt, tries, reason } = message;
  const Icon = stateIcons[state];
  const subject = message.subject ?? t(`outbox.about.${message.about}`);
  return (
    <tr>
      <td>
        <span className={styles.state} data-state={state}>
          <Icon size={16} aria-hidden />
          <span>{t(`outbox.states.${state}`)}</span>
        </span>
      </td>
      <td className={styles.recipient}>{recipient}</td>
      <td>{subject}</td>
      <td className={styles.folds}>
        <RelativeTime time={createdAt} />
      </td>
      <td className={styles.folds}>{endedAt === null ? t('common.none') : <RelativeTime time={endedAt} />}</td>
      <td className={`${rows.number} ${styles.folds}`}>{formats.number(tries)}</td>
      <td className={styles.said}>
        {readable && state === 'queued' ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('outbox.readOf', { subject, recipient })}
            onClick={() => void showText(messageId)}
          >
            {t('outbox.read')}
          </Button>
        ) : (
          reasonText(reason, t)
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
