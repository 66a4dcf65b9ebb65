import { useEffect, useSyncExternalStore } from 'react';
import { notifyEach } from '#ui/notify-each.ts';

/** A press on a button that came here within this time was meant for what was here before. */
const guardMs = 500;
/** How long the page says that a press was ignored. */
const noticeMs = 4000;

const justMoved = 'data-just-moved';
/** An element with `data-guarded` contains what may move by itself. */
const guardedButtons = '[data-guarded] :is(button, a)';

interface Place {
  box: DOMRect;
  /** When it came there. */
  since: number;
  /** Where it was before; null: nowhere. */
  before: DOMRect | null;
}

const places = new WeakMap<Element, Place>();

/** Takes down where the buttons are. `scrolled`: they have moved because the user has scrolled. */
function measure(scrolled = false): void {
  const now = performance.now();
  for (const button of document.querySelectorAll(guardedButtons)) {
    const box = button.getBoundingClientRect();
    if (box.height === 0) continue;
    const known = places.get(button);
    if (known && (scrolled || isSame(known.box, box))) known.box = box;
    else {
      places.set(button, { box, since: now, before: known?.box ?? null });
      show(button);
    }
  }
}

const isSame = (one: DOMRect, other: DOMRect) => Math.abs(one.x - other.x) <= 1 && Math.abs(one.y - other.y) <= 1;

const timers = new WeakMap<Element, ReturnType<typeof setTimeout>>();

/** Shows for the time of the guard that a button takes no press yet. */
function show(button: Element): void {
  clearTimeout(timers.get(button));
  button.setAttribute(justMoved, '');
  button.setAttribute('aria-disabled', 'true');
  timers.set(
    button,
    setTimeout(() => {
      button.removeAttribute(justMoved);
      button.removeAttribute('aria-disabled');
    }, guardMs),
  );
}

const isRecent = ({ since }: Place) => performance.now() - since < guardMs;

/** Whether a press at this point was meant for something that is not there any more. */
function refusesPressAt({ target, clientX, clientY }: MouseEvent): boolean {
  const button = target instanceof Element ? target.closest(guardedButtons) : null;
  if (button === null) return false;
  if (!places.has(button)) measure(); // it has not even been drawn
  const place = places.get(button);
  return place !== undefined && isRecent(place) && !(place.before && contains(place.before, clientX, clientY));
}

const contains = ({ left, right, top, bottom }: DOMRect, x: number, y: number) =>
  left <= x && x <= right && top <= y && y <= bottom;

/** What a click is on, whichever part of it. */
const pressedBy = ({ target }: Event) =>
  target instanceof Element ? (target.closest('button, a, label, input, select, [role]') ?? target) : null;

/**
 * Ignores presses on guarded buttons for half a second after they have appeared or moved, except where the same one was
 * before. Scrolling does not count, since the user sees it, and neither does the keyboard, since it does not aim. The
 * second press of a double one is ignored anywhere on what the first one has brought under the pointer. Returns the
 * function that stops it.
 */
function guardPresses(): () => void {
  let refused = false;
  let clicked: Element | null = null;
  const onDown = (event: PointerEvent) => {
    refused = refusesPressAt(event);
  };
  const onClick = (event: MouseEvent) => {
    const isKeyboard = event.detail === 0;
    const isRefused = !isKeyboard && (refused || refusesPressAt(event));
    const before = clicked;
    clicked = pressedBy(event);
    if (isRefused) showNotice();
    else if (event.detail < 2 || clicked === before) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onScroll = () => measure(true);
  let frame = 0;
  // In the next frame everything is where it will be seen.
  const changes = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => measure());
  });
  changes.observe(document.body, {
    ...{ subtree: true, childList: true, characterData: true },
    attributeFilter: ['class', 'style', 'data-state'],
  });
  measure();
  addEventListener('pointerdown', onDown, true);
  addEventListener('click', onClick, true);
  addEventListener('scroll', onScroll, true);
  addEventListener('resize', onScroll);
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    removeEventListener('pointerdown', onDown, true);
    removeEventListener('click', onClick, true);
    removeEventListener('scroll', onScroll, true);
    removeEventListener('resize', onScroll);
  };
}

const listeners = new Set<() => void>();
let noticed = false;
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

function setNotice(value: boolean): void {
  noticed = value;
  notifyEach(listeners);
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

/** While mounted, ignores presses that were meant for something else. True for a while after an ignored press. */
export function useGuardedPresses(): boolean {
  useEffect(guardPresses, []);
  return useSyncExternalStore(subscribe, () => noticed);
}
