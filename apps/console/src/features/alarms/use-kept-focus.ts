import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps the keyboard in an element when what had the focus inside it goes away: a button that did its work, or one that
 * somebody else's action removed. The browser would begin again at the top of the page.
 */
export function useKeptFocus(element: RefObject<HTMLElement | null>): void {
  // Before this render is put on the page.
  const hadFocus = element.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hadFocus && !element.current?.contains(document.activeElement)) element.current?.focus();
  });
}
