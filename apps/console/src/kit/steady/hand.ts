import { fingerMs } from './finger.ts';

/** A pointer that moves further while it is down, drags. */
const dragPx = 4; // less than the 5 px from which a list takes a row along
/** They have the focus of somebody who types, or who uses the keyboard alone. */
const focusable = 'input, textarea, select, [contenteditable], :focus-visible';
/** Menus and dialogs lie over the page: the hand that is in one comes back. */
const over = '[data-portal], [role="dialog"]';

/** The user's hand on a page. */
export interface Hand {
  /** The element under the pointer, or that has the focus, whichever was used last; null: there is no hand on the page. */
  element(): Element | null;
  /** It has something in it that goes with it. */
  isDragging(): boolean;
}

interface HandEvents {
  /** It is somewhere else on the page. */
  onMove: () => void;
  /** It is beside the page, and may come back. */
  onAway: () => void;
  /** It has gone. */
  onLeave: () => void;
}

/** Watches the hand of the user on a page. */
export function watchHand(page: HTMLElement, signal: AbortSignal, { onMove, onAway, onLeave }: HandEvents): Hand {
  let hand: 'pointer' | Element | null = null;
  let pointer = { x: 0, y: 0 };
  let pressedAt: typeof pointer | null = null;
  let isDragging = false;
  let isFinger = false;
  let fingerGone: ReturnType<typeof setTimeout> | undefined;

  const isInPage = (target: unknown): target is Element => target instanceof Element && page.contains(target);
  const isOver = (target: unknown) => target instanceof Element && target.closest(over) !== null;

  function take(by: typeof hand): void {
    clearTimeout(fingerGone);
    hand = by;
    onMove();
  }
  function leave(): void {
    hand = null;
    onLeave();
  }
  function release(): void {
    pressedAt = null;
    isDragging = false;
    if (isFinger && hand === 'pointer') fingerGone = setTimeout(leave, fingerMs);
  }
  const hovers = () => !isFinger && page.matches(':hover');
  /** It was given the focus by the console, and not by a press on it. */
  const isGivenFocus = (target: Element) =>
    pressedAt === null && !target.contains(document.elementFromPoint(pointer.x, pointer.y));

  const listeners: { [Event in keyof WindowEventMap]?: (event: WindowEventMap[Event]) => void } = {
    pointerdown: ({ clientX: x, clientY: y, target, pointerType }) => {
      pointer = pressedAt = { x, y };
      isFinger = pointerType === 'touch';
      if (isInPage(target)) take('pointer');
    },
    pointermove: ({ clientX: x, clientY: y, target, pointerType }) => {
      if (x === pointer.x && y === pointer.y) return; // the page has moved under it
      pointer = { x, y };
      isFinger = pointerType === 'touch';
      isDragging = pressedAt !== null && Math.hypot(x - pressedAt.x, y - pressedAt.y) > dragPx;
      if (isInPage(target)) take('pointer');
    },
    pointerup: release,
    pointercancel: release,
    pointerover: ({ target }) => {
      if (hand === 'pointer' && !isFinger && !isInPage(target) && !isOver(target)) onAway();
    },
    pointerout: ({ relatedTarget }) => {
      if (hand === 'pointer' && !isFinger && relatedTarget === null) leave();
    },
    focusin: ({ target }) => {
      if (target === page) {
        leave(); // it has just been opened
        if (hovers()) take('pointer');
      } else if (isInPage(target) && (target.matches(focusable) || isGivenFocus(target))) take(target);
    },
    keydown: ({ target }) => {
      if (isInPage(target) && target !== page && target.matches(focusable)) take(target);
    },
    focusout: ({ relatedTarget }) => {
      if (!(hand instanceof Element) || isInPage(relatedTarget) || isOver(relatedTarget)) return;
      if (hovers()) take('pointer');
      else leave();
    },
  };
  for (const [event, listener] of Object.entries(listeners))
    addEventListener(event, listener as EventListener, { capture: true, signal });
  signal.addEventListener('abort', () => clearTimeout(fingerGone));

  return {
    element: () => (hand === 'pointer' ? document.elementFromPoint(pointer.x, pointer.y) : hand),
    isDragging: () => isDragging,
  };
}
