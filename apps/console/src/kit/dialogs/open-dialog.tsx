import { modals } from '@mantine/modals';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { notifyFailure } from '#kit/state/notify.ts';
import { dialogsReady, openTitles } from './dialogs-ready.ts';

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
 * Opens a dialog and resolves to its answer; `undefined` when it was closed without one, could not be opened, or is open
 * already, as for the second press of a double one. Focus returns by itself.
 */
export async function openDialog<T>(options: DialogOptions<T>): Promise<T | undefined> {
  const { title } = options;
  if (openTitles.has(title)) return undefined;
  openTitles.add(title);
  try {
    if (await dialogsReady()) return await answerTo(options);
    notifyFailure(i18next.t('common.partFailed'));
    return undefined;
  } finally {
    openTitles.delete(title);
  }
}

function answerTo<T>({ title, content, closeOnEscape = true }: DialogOptions<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    let body: HTMLElement | null;
    const close = (answer?: T) => {
      resolve(answer);
      // While it fades, the second press of a double one would send its form again.
      body?.setAttribute('inert', '');
      modals.close(id);
    };
    const keepOpen = (kept: boolean) =>
      modals.updateModal({
        modalId: id,
        closeOnEscape: closeOnEscape && !kept,
        closeOnClickOutside: !kept,
        withCloseButton: !kept,
      });
    const id = modals.open({
      title,
      closeOnEscape,
      size: 'min(80vw, 500px)', // specification 1, section 9
      children: (
        <div
          ref={(element) => {
            body = element;
          }}
        >
          {content(close, keepOpen)}
        </div>
      ),
      onClose: () => resolve(undefined),
    });
  });
}
