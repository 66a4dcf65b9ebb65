import { watchHand } from './hand.ts';
import { createPageScroll } from './page-scroll.ts';

/**
 * Keeps what is under the user's hand where it is, whatever appears, grows or goes above it. The page is scrolled by as
 * much, and gets room where it cannot be: its first and its last child are that room. Without a hand it keeps what a user
 * reads who has scrolled; and once the hand has gone, a page that stood at its top returns there. Returns the function
 * that stops it.
 */
export function keepStill(page: HTMLElement): () => void {
  const stop = new AbortController();
  const scroll = createPageScroll(page);
  let held: Held[] = [];

  const hand = watchHand(page, stop.signal, {
    onMove: remember,
    onAway() {
      scroll.dropRoom();
      remember();
    },
    onLeave() {
      scroll.reset();
      remember();
    },
  });
  function remember(): void {
    const at = hand.element() ?? (page.scrollTop > 0 ? firstVisible(page) : null);
    // Beside the page, or in a dialog over it: it is what was there before.
    const isElsewhere = at !== null && !page.contains(at);
    const elements = isElsewhere ? held.map(({ element }) => element) : elementsAround(at, page);
    held = measured(elements, held);
  }
  function keep(): void {
    if (!hand.isDragging()) putBack(held, scroll.by);
    remember();
  }

  const options = { capture: true, signal: stop.signal };
  const onScroll = () => (scroll.onScroll() ? keep() : remember());
  addEventListener('scroll', onScroll, options);
  addEventListener('resize', remember, options);
  page.addEventListener('load', keep, options); // an image has its size by now
  const changes = new MutationObserver(keep);
  changes.observe(page, { subtree: true, childList: true, characterData: true, attributes: true });
  return () => {
    stop.abort();
    changes.disconnect();
  };
}

/** What is under the hand, or what that is in. */
interface Held {
  element: Element;
  top: number;
  /** How far it was scrolled. */
  scrolled: number;
}

/** What moves within these, moves on purpose. */
const pictures = '.maplibregl-map, svg, canvas';

/** An element and all that it is in, up to the page and the document, which scrolls instead of it on a low screen. */
function elementsAround(inner: Element | null, page: Element): Element[] {
  if (inner === null) return [];
  const elements: Element[] = [];
  for (let each = inner.closest(pictures) ?? inner; each !== page; each = each.parentElement ?? page)
    elements.push(each);
  return [...elements, page, document.documentElement];
}

function measured(elements: readonly Element[], before: readonly Held[]): Held[] {
  const tops = new Map(before.map(({ element, top }) => [element, top]));
  return elements.flatMap((element) => {
    if (!element.isConnected) return [];
    const { top } = element.getBoundingClientRect();
    const known = tops.get(element) ?? top;
    // Less than a pixel each time must not add up.
    return { element, top: Math.abs(known - top) < 1 ? known : top, scrolled: element.scrollTop };
  });
}

/** Scrolls the page, and the list in it in which the hand is, until what is under the hand is where it was. */
function putBack(held: readonly Held[], scrollPage: (by: number) => void): void {
  const inPage = held.slice(0, -2);
  const at = inPage.findIndex(({ element }) => element.isConnected);
  const kept = inPage[at];
  const isScrolled = held.some(({ element, scrolled }) => element.scrollTop !== scrolled);
  if (!kept || isScrolled) return;
  const list = inPage.slice(at + 1).find(scrolls);
  const moved = movedBy(kept);
  const ofPage = list ? movedBy(list) : moved;
  if (Math.abs(ofPage) >= 1) scrollPage(ofPage);
  if (list && Math.abs(moved - ofPage) >= 1) list.element.scrollTop += moved - ofPage;
}

const movedBy = ({ element, top }: Held) => element.getBoundingClientRect().top - top;

const scrolls = ({ element }: Held) =>
  element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY);

function firstVisible(page: Element): Element | null {
  const { left, top, width } = page.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + 24);
}
