/** Scrolls a page further than it has content: its first and its last child, which are empty, give room for it. */
export function createPageScroll(page: HTMLElement) {
  const room = { above: createRoom(page.firstElementChild), below: createRoom(page.lastElementChild) };
  /** The page stood at its top before it was scrolled here. */
  let returns = false;
  let ownScroll = 0;

  /** How far the content of the page reaches. */
  function endOf(scroller: Element): number {
    const { bottom = 0 } = page.lastElementChild?.getBoundingClientRect() ?? {};
    return bottom + scroller.scrollTop - (scroller === page ? page.getBoundingClientRect().top : 0);
  }
  return {
    /** Moves the content up by so many pixels. */
    by(pixels: number): void {
      const scroller = scrollerOf(page);
      returns ||= scroller.scrollTop === 0;
      const wanted = scroller.scrollTop + pixels - room.above.take(pixels);
      if (wanted < 0) room.above.add(-wanted);
      room.below.add(Math.max(0, wanted + scroller.clientHeight - endOf(scroller)));
      scroller.scrollTop = wanted;
      ownScroll = scroller.scrollTop;
    },
    /**
     * To be called whenever something has scrolled. Room that the user has scrolled out of sight goes unseen. Returns
     * whether the page stands where this has scrolled it.
     */
    onScroll(): boolean {
      const scroller = scrollerOf(page);
      const isOwn = scroller.scrollTop === ownScroll;
      if (!isOwn) returns = false;
      scroller.scrollTop -= room.above.take(scroller.scrollTop);
      ownScroll = scroller.scrollTop;
      return isOwn;
    },
    dropRoom: () => room.above.clear(),
    /** A page that stood at its top returns there. */
    reset(): void {
      if (returns) scrollerOf(page).scrollTop = 0;
      returns = false;
      room.above.clear();
      room.below.clear();
    },
  };
}

/** On a very low screen the document scrolls instead of the page in it. */
function scrollerOf(page: HTMLElement): Element {
  const whole = document.scrollingElement;
  return whole && whole.scrollHeight > whole.clientHeight ? whole : page;
}

/** The height of an empty element. */
function createRoom(element: Element | null) {
  let height = 0;
  function set(to: number): void {
    if (to === height || !(element instanceof HTMLElement)) return;
    height = to;
    element.style.height = `${height}px`;
  }
  return {
    add: (pixels: number) => set(height + pixels),
    /** Gives as much of it as there is, and returns how much. */
    take(pixels: number): number {
      const given = Math.max(0, Math.min(pixels, height));
      set(height - given);
      return given;
    },
    clear: () => set(0),
  };
}
