import { Text } from '@mantine/core';
import { notifyError } from '#domain/errors/notify-error.ts';
import { openDialog } from '#kit/dialogs/open-dialog.tsx';
import styles from './outbox-page.module.css';

interface Shown {
  title: string;
  to?: string;
  text: string;
}

/** Shows what stands in a message, once it is known. */
export async function showText(read: () => Promise<Shown>): Promise<void> {
  try {
    const { title, to, text } = await read();
    await openDialog({
      title,
      content: () => (
        <>
          {to !== undefined && (
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
