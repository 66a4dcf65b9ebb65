import { vi } from 'vitest';

/** jsdom has no layout: every element that is watched is on the screen. */
export function watchSight(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #notify: (entries: { isIntersecting: boolean }[]) => void;
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        this.#notify = notify;
      }
      observe(): void {
        this.#notify([{ isIntersecting: true }]);
      }
      disconnect(): void {}
    },
  );
}
