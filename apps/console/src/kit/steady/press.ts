import { useRef, useSyncExternalStore } from 'react';
import { notifyEach } from '#ui/notify-each.ts';

/** A pointer that is held down longer is not a press, and the page updates without waiting for its end. */
const longestPressMs = 2000;
/** On a touch screen the click comes shortly after the finger is lifted. */
const clickDelayMs = 100;

const listeners = new Set<() => void>();
let pressed = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function set(value: boolean): void {
  clearTimeout(timer);
  if (value === pressed) return;
  pressed = value;
  notifyEach(listeners);
}

function endAfter(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => set(false), ms);
}

const handlers = {
  pointerdown: () => {
    set(true);
    endAfter(longestPressMs);
  },
  pointerup: () => endAfter(clickDelayMs),
  // After the click has reached its target.
  click: () => endAfter(0),
  // The press became a scroll.
  pointercancel: () => endAfter(0),
};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0)
    for (const [event, handler] of Object.entries(handlers)) addEventListener(event, handler, true);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    for (const [event, handler] of Object.entries(handlers)) removeEventListener(event, handler, true);
    set(false);
  };
}

/** Whether a pointer is down anywhere on the page, until the click that it makes is over. */
export function useIsPressed(): boolean {
  return useSyncExternalStore(subscribe, () => pressed);
}

/**
 * The value, except while a pointer is down: then the value from before, so that nothing changes between a press and
 * its release.
 */
export function useSteady<T>(value: T): T {
  const isPressed = useIsPressed();
  const shown = useRef(value);
  if (!isPressed) shown.current = value;
  return shown.current;
}
