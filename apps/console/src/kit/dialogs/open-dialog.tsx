import { modals } from '@mantine/modals';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { notifyFailure } from '#kit/state/notify.ts';
import { dialogsReady } from './dialogs-ready.ts';

interface DialogOptions<T> {
  title: string;
  /**
   * The dialog's content; `close` resolves the promise of `openDialog`. While it is kept open, nothing else closes it.
   */
  content: (close: (answer?: T) => void, keepOpen: (kept: boolean) => void) => ReactNode;
  /** False: the content decides what Escape closes. */
  closeOnEscape?: boolean;
}

/**
 * Opens a dialog and resolves to its answer; `undefined` when it was closed without one, or could not be opened. Focus
 * returns by itself.
 */
export async function openDialog<T>({
  title,
  content,
  closeOnEscape = true,
}: DialogOptions<T>): Promise<T | undefined> {
  if (!(await dialogsReady())) {
    notifyFailure(i18next.t('common.partFailed'));
    return undefined;
  }
  return new Promise((resolve) => {
    const id = modals.open({
      title,
      closeOnEscape,
      size: 'min(80vw, 500px)', // specification 1, section 9
      children: content(
        (answer) => {
          resolve(answer);
          modals.close(id);
        },
        (kept) =>
          modals.updateModal({
            modalId: id,
            closeOnEscape: closeOnEscape && !kept,
            closeOnClickOutside: !kept,
            withCloseButton: !kept,
          }),
      ),
      onClose: () => resolve(undefined),
    });
  });
}
