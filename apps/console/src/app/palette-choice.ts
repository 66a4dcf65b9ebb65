import { type KeyboardEvent, useEffect, useState } from 'react';

interface PaletteChoiceOptions {
  /** What is listed. What was moved to, and an Enter that waits, hold for this alone. */
  of: string;
  /** Once all answers are here the first entry is chosen, until another is moved to. */
  choosesFirst: boolean;
  /** An Enter before that opens the first entry then; otherwise it opens nothing. */
  enterWaits: boolean;
}

interface Shown {
  ids: readonly string[];
  isAwaited: boolean;
}

const shownIn = (list: HTMLElement): Shown => ({
  ids: Array.from(list.querySelectorAll('[role=option]'), ({ id }) => id),
  isAwaited: list.querySelector('[data-awaited]') !== null,
});
const open = (id: string | undefined) => id && document.getElementById(id)?.click();

/** Whether entries of a query are missing, or those of an earlier one are shown meanwhile. */
export const isAnswerAwaited = (answer: { isEnabled: boolean; isPending: boolean; isPlaceholderData: boolean }) =>
  answer.isEnabled && (answer.isPending || answer.isPlaceholderData);

/**
 * The entry of the palette that Enter opens. Entries come from several answers; they are read from the document, where
 * they are in their order.
 */
export function usePaletteChoice({ of, choosesFirst, enterWaits }: PaletteChoiceOptions) {
  const [list, setList] = useState<HTMLElement | null>(null);
  const [shown, setShown] = useState<Shown>({ ids: [], isAwaited: false });
  const { isAwaited } = shown;
  const [moved, setMoved] = useState({ of, id: '' });
  const [entered, setEntered] = useState<string | null>(null);
  const movedTo = moved.of === of && moved.id !== '' ? moved.id : undefined;
  // An entry that was moved to and is gone is replaced by no other: nobody has seen that one chosen.
  const chosenOf = ({ ids, isAwaited }: Shown) =>
    movedTo === undefined ? ids[choosesFirst && !isAwaited ? 0 : -1] : ids.find((id) => id === movedTo);
  const chosen = chosenOf(shown);

  useEffect(() => {
    if (list === null) return;
    const read = () => setShown(shownIn(list));
    read();
    const observer = new MutationObserver(read);
    observer.observe(list, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [list]);
  useEffect(() => {
    if (chosen) document.getElementById(chosen)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  useEffect(() => {
    if (entered === null || isAwaited) return;
    setEntered(null);
    if (entered === of) open(chosen);
  }, [entered, isAwaited, of, chosen]);

  function onKeyDown(event: KeyboardEvent): void {
    if (list === null || event.nativeEvent.isComposing) return;
    const now = shownIn(list);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const at = chosen === undefined ? -1 : now.ids.indexOf(chosen);
      const from = at < 0 && step < 0 ? 0 : at;
      setMoved({ of, id: now.ids.at((from + step) % now.ids.length) ?? '' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (movedTo === undefined && now.isAwaited) setEntered(enterWaits ? of : null);
      else open(chosenOf(now));
    }
  }
  return { chosen, onKeyDown, listRef: setList, count: shown.ids.length, isAwaited };
}
