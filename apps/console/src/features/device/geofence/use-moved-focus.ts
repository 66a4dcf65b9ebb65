import { useEffect, useRef, useState } from 'react';

/**
 * Moves the focus to the heading of the form that the user has opened, which may be out of view, or to the first button
 * of the choice when it was closed: the pressed button is gone. `move` is called with the sub-route it leads to, and with
 * null when the focus is to stay.
 */
export function useMovedFocus(part: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const choice = useRef<HTMLDivElement>(null);
  const [target, setTarget] = useState<{ part: string | undefined } | null>(null);
  useEffect(() => {
    if (target === null || target.part !== part) return;
    if (heading.current === null) {
      const button = choice.current?.querySelector<HTMLElement>('button:enabled') ?? choice.current;
      return button?.focus();
    }
    heading.current.focus({ preventScroll: true });
    heading.current.closest('form')?.scrollIntoView({ block: 'nearest' });
  }, [target, part]);
  return { heading, choice, move: setTarget };
}
