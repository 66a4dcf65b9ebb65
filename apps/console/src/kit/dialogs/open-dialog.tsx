import { modals } from '@mantine/modals';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { notifyFailure } from '#kit/state/notify.ts';
import { dialogsReady } from './dialogs-ready.ts';

interface DialogOptions<T> {
  title: string;
  size?: string;
  /** The dialog's content; `close` resolves the promise of `openDialog`. */
  content: (close: (answer?: T) => void) => ReactNode;
}

/** Opens a dialog and waits for its answer; `undefined` when it was closed without one, or could not be opened. Focus goes back by itself. */
export async function openDialog<T>({
  title,
  size = '480px',
  content,
}: DialogOptions<T>): Promise<T | undefined> {
  if (!(await dialogsReady())) {
    notifyFailure(i18next.t('common.partFailed'));
    return undefined;
  }
  return new Promise((resolve) => {
    const id = modals.open({
      title,
      size,
      children: content((answer) => {
        resolve(answer);
        modals.close(id);
      }),
      onClose: () => resolve(undefined),
    });
  });
}
