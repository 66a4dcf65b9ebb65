import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has been scrolled out of sight, above the screen. */
export function useIsScrolledPast(element: RefObject<HTMLElement | null>): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1);
      // Something may lie over the upper edge of the screen, and what goes out of sight there is not above the screen.
      if (last) setPast(!last.isIntersecting && last.boundingClientRect.top < innerHeight / 2);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isPast;
}
