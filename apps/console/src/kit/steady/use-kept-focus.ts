import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps the keyboard focus in an element when the focused child disappears: a button that has done its work, or one
 * that another user's action removed. The browser would move the focus to the top of the page.
 */
export function useKeptFocus(element: RefObject<HTMLElement | null>): void {
  // Before this render is committed.
  const hadFocus = element.current?.contains(document.activeElement) ?? false;
  useLayoutEffect(() => {
    if (hadFocus && !element.current?.contains(document.activeElement)) element.current?.focus();
  });
}
