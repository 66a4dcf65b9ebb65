import { type RefObject, useEffect } from 'react';

/** Keeps what is under the user's hand where it is. The code for it is not part of the first load, but follows at once. */
export function useStillPage(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void import('./still-page.ts').then(
      ({ keepStill }) => {
        if (page.current && !isGone) stop = keepStill(page.current);
      },
      () => undefined, // without a network, the page only moves more
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [page]);
}
