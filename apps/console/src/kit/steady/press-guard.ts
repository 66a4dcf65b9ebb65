import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** A press on an element that moved within this time was meant for the previous one there. */
const guardMs = 500;
/** How long the page shows that a press was ignored. */
const noticeMs = 4000;
const unready = 'data-just-moved';

const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/**
 * Ignores presses inside this element for half a second. Keyboard activation is not affected, since it does not aim.
 */
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

/** Whether an element has just moved, so that a key must not press it either; says so on the page. */
export function refusesPress(element: Element): boolean {
  const refuses = isUnready(element);
  if (refuses) showNotice();
  return refuses;
}

/**
 * Ignores presses that begin in an element that has just moved, anywhere on the page. Returns the function that stops
 * it.
 */
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

/** While mounted, ignores presses on elements that have just moved. True for a while after an ignored press. */
export function useGuardedPresses(): boolean {
  useEffect(guardPresses, []);
  return useSyncExternalStore(subscribe, () => noticed);
}

/**
 * Watches the elements that match inside a container after every render of the caller, and ignores presses on those
 * that have appeared or moved. Scrolling does not count, since the user sees it.
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

/**
 * Ignores presses in the element below whenever the height of the one above changes. Returns the ref of the upper one.
 */
export function useHeldPressesBelow(
  below: RefObject<HTMLElement | null>,
): (above: HTMLElement | null) => void {
  const leave = useRef<() => void>(undefined);
  return useCallback(
    (above) => {
      leave.current?.();
      leave.current =
        above === null ? undefined : onHeight(above, () => below.current && holdPresses(below.current));
    },
    [below],
  );
}

/** Ignores presses in the elements after this one in their parent whenever its height changes. */
export function useHeldPressesAfter(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const above = element.current;
    if (above === null) return;
    return onHeight(above, () => {
      for (let next = above.nextElementSibling; next; next = next.nextElementSibling) holdPresses(next);
    });
  }, [element]);
}

/** Calls back when the height of an element has changed, before that is on the screen. Returns the function that stops it. */
function onHeight(element: HTMLElement, changed: () => void): () => void {
  let height = element.offsetHeight;
  const observer = new ResizeObserver(() => {
    if (element.offsetHeight === height) return;
    height = element.offsetHeight;
    changed();
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** Vertical position of an element on the page, independent of scrolling; null without layout. */
function placeOf(element: Element): number | null {
  const { top, height } = element.getBoundingClientRect();
  if (height === 0) return null;
  let place = top;
  for (let outer = element.parentElement; outer; outer = outer.parentElement) place += outer.scrollTop;
  return Math.round(place);
}
