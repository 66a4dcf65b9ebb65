import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** A press on something that moved less than this ago was meant for what was there before. */
const guardMs = 500;
/** How long the page says that a press was ignored. */
const noticeMs = 4000;
const unready = 'data-just-moved';

const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/** Presses inside this element do nothing for half a second. The keyboard, which aims at nothing, is not held back. */
export function holdPresses(element: Element): void {
  clearTimeout(timers.get(element));
  element.setAttribute(unready, '');
  element.setAttribute('aria-disabled', 'true');
  timers.set(
    element,
    setTimeout(() => {
      element.removeAttribute(unready);
      element.removeAttribute('aria-disabled');
    }, guardMs),
  );
}

const isUnready = (target: EventTarget | null) =>
  target instanceof Element && target.closest(`[${unready}]`) !== null;

/** Ignores presses that begin in what has just moved, anywhere on the page. Returns what ends it. */
function guardPresses(): () => void {
  let beganUnready = false;
  const onDown = ({ target }: PointerEvent) => {
    beganUnready = isUnready(target);
  };
  const onClick = (event: MouseEvent) => {
    const isKeyboard = event.detail === 0;
    if (isKeyboard || !(beganUnready || isUnready(event.target))) return;
    event.preventDefault();
    event.stopPropagation();
    showNotice();
  };
  addEventListener('pointerdown', onDown, true);
  addEventListener('click', onClick, true);
  return () => {
    removeEventListener('pointerdown', onDown, true);
    removeEventListener('click', onClick, true);
  };
}

const listeners = new Set<() => void>();
let noticed = false;
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

function setNotice(value: boolean): void {
  noticed = value;
  for (const listener of listeners) listener();
}

function showNotice(): void {
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => setNotice(false), noticeMs);
  setNotice(true);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ignores presses on what has just moved for as long as it is mounted, and says for a while that it did. */
export function useGuardedPresses(): boolean {
  useEffect(guardPresses, []);
  return useSyncExternalStore(subscribe, () => noticed);
}

/**
 * Watches the elements that match inside a container after every render of the caller, and holds presses on those that
 * have appeared or moved. Scrolling is no move: who scrolls sees it.
 */
export function useHeldPressesOfMoved(container: RefObject<HTMLElement | null>, selector: string): void {
  const before = useRef(new WeakMap<Element, number>());
  useLayoutEffect(() => {
    const elements = container.current?.querySelectorAll(selector) ?? [];
    for (const element of elements) {
      const place = placeOf(element);
      if (place !== null && before.current.get(element) !== place) holdPresses(element);
      if (place !== null) before.current.set(element, place);
    }
  });
}

/** Holds presses in the element below whenever the height of the one above changes. Returns the ref of the upper one. */
export function useHeldPressesBelow(
  below: RefObject<HTMLElement | null>,
): (above: HTMLElement | null) => void {
  const observer = useRef<ResizeObserver>(undefined);
  return useCallback(
    (above) => {
      observer.current?.disconnect();
      if (above === null) return;
      let height = above.offsetHeight;
      observer.current = new ResizeObserver(() => {
        if (above.offsetHeight === height) return;
        height = above.offsetHeight;
        if (below.current) holdPresses(below.current);
      });
      observer.current.observe(above);
    },
    [below],
  );
}

/** How far down the page an element is, whatever is scrolled; null where there is no layout. */
function placeOf(element: Element): number | null {
  const { top, height } = element.getBoundingClientRect();
  if (height === 0) return null;
  let place = top;
  for (let outer = element.parentElement; outer; outer = outer.parentElement) place += outer.scrollTop;
  return Math.round(place);
}
