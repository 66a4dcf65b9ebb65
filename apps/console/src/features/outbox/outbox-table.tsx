import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconClock, IconSend } from '@tabler/icons-react';
import type { OutboxMail } from '@varde/contract/outbox';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '#data/api/call.ts';
import { notifyError } from '#domain/errors/notify-error.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import { RelativeTime } from '#kit/relative-time.tsx';
import { useFormats } from '#kit/use-formats.ts';
import styles from './outbox-page.module.css';

const stateIcons = { waiting: IconClock, sent: IconSend, failed: IconAlertTriangle } as const;

export function OutboxTable({ mails, readable }: { mails: OutboxMail[]; readable: boolean }) {
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
          {mails.map((mail) => (
            <OutboxRow key={mail.mailId} mail={mail} readable={readable} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function OutboxRow({ mail, readable }: { mail: OutboxMail; readable: boolean }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const Icon = stateIcons[mail.state];
  const subject = mail.subject ?? t('outbox.unknownMail');
  return (
    <tr>
      <td>
        <span className={styles.state} data-state={mail.state}>
          <Icon size={16} aria-hidden />
          {t(`outbox.states.${mail.state}`)}
        </span>
      </td>
      <td className={styles.recipient}>{mail.recipient}</td>
      <td>{subject}</td>
      <td className={styles.folds}>
        <RelativeTime time={mail.createdAt} />
      </td>
      <td className={styles.folds}>
        {mail.endedAt === null ? t('common.none') : <RelativeTime time={mail.endedAt} />}
      </td>
      <td className={`${styles.number} ${styles.folds}`}>{formats.number(mail.tries)}</td>
      <td className={styles.said}>
        {readable && mail.state === 'waiting' ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('outbox.readOf', { subject, recipient: mail.recipient })}
            onClick={() => void showMail(mail)}
          >
            {t('outbox.read')}
          </Button>
        ) : (
          (mail.lastError ?? t('common.none'))
        )}
      </td>
    </tr>
  );
}

/** Text only: a mail's HTML has inline styles, which the console's content security policy blocks. */
async function showMail({ mailId, recipient }: OutboxMail): Promise<void> {
  try {
    const { subject, text } = await call('readMail', { params: { mailId } });
    await openDialog({
      title: subject,
      content: () => (
        <>
          <Text size="sm" c="dimmed" mb="md">
            {i18next.t('outbox.to', { recipient })}
          </Text>
          <Text className={styles.mail}>{text}</Text>
        </>
      ),
    });
  } catch (error) {
    notifyError(error);
  }
}
