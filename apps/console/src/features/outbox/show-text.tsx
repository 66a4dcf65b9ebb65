import { Text } from '@mantine/core';
import i18next from 'i18next';
import { call } from '#data/api/call.ts';
import { notifyError } from '#domain/errors/notify-error.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import styles from './outbox-page.module.css';

/**
 * Shows what stands in a message, once it is known. Text only: a mail's HTML has inline styles, which the console's content
 * security policy blocks.
 */
export async function showText(messageId: number): Promise<void> {
  try {
    const { recipient, subject, text } = await call('readOutboxMessage', { params: { messageId } });
    const to = i18next.t('outbox.to', { recipient });
    await openDialog({
      title: subject ?? to,
      content: () => (
        <>
          {subject !== null && (
            <Text size="sm" c="dimmed" mb="md" className={styles.mail}>
              {to}
            </Text>
          )}
          <Text className={styles.mail}>{text}</Text>
        </>
      ),
    });
  } catch (error) {
    notifyError(error);
  }
}
