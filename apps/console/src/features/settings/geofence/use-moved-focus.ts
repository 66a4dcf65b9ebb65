import { useEffect, useRef, useState } from 'react';

/**
 * Moves the focus to what the user has opened, since it may be out of view. `move` is called with the sub-route it has;
 * null when nothing was opened.
 */
export function useMovedFocus(part: string | undefined) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [target, setTarget] = useState<{ part: string | undefined } | null>(null);
  useEffect(() => {
    if (target === null || target.part !== part) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('form')?.scrollIntoView({ block: 'nearest' });
  }, [target, part]);
  return { heading, move: setTarget };
}
