import { modals } from '@mantine/modals';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { notifyFailure } from '#kit/state/notify.ts';
import { Part } from '#kit/state/part.tsx';
import { dialogsReady, openTitles, setOpen } from '../state/dialogs-ready.ts';

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
  setOpen(title, true);
  try {
    if (await dialogsReady()) return await answerTo(options);
    notifyFailure(i18next.t('common.partFailed'));
    return undefined;
  } finally {
    setOpen(title, false);
  }
}

function answerTo<T>({ title, content, closeOnEscape = true }: DialogOptions<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    let body: HTMLElement | null;
    let opener: HTMLElement | null | undefined;
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
            opener ??= focusedOutside();
            body = element;
          }}
        >
          <Part>{content(close, keepOpen)}</Part>
        </div>
      ),
      onClose: () => {
        returnFocus(opener);
        resolve(undefined);
      },
    });
  });
}

/** What has the focus before a dialog takes it; the button of a menu in place of an item, which goes with its menu. */
function focusedOutside(): HTMLElement | null {
  const focused = document.activeElement;
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const place = button ? document.getElementById(button) : focused;
  return place instanceof HTMLElement && place !== document.body ? place : null;
}

/**
 * The library returns the focus too, but to the dialog's own first field where that took the focus before the library
 * looked: so after its turn, and only if nothing else has moved the focus.
 */
function returnFocus(opener: HTMLElement | null | undefined): void {
  const page = document;
  const before = page.activeElement;
  setTimeout(() => {
    const { activeElement, body } = page;
    if (activeElement === body || activeElement === before) opener?.focus({ preventScroll: true });
  }, 30);
}
