import { type FocusEvent, type PointerEvent, useRef, useState, useSyncExternalStore } from 'react';
import { onDialogs, openTitles } from '../state/dialogs-ready.ts';
import { fingerMs } from './finger.ts';

/**
 * Whether what an element lists has to stay in its order: the pointer or the focus is inside, or a dialog is open over the
 * page. Attach the handlers to that element.
 */
export function useHeld() {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  const isDialogOpen = useSyncExternalStore(onDialogs, () => openTitles.size > 0);
  const fingerGone = useRef<ReturnType<typeof setTimeout>>(undefined);
  const handlers = {
    onPointerEnter() {
      clearTimeout(fingerGone.current);
      setPointer(true);
    },
    onPointerLeave({ pointerType }: PointerEvent) {
      if (pointerType !== 'touch') setPointer(false);
      else fingerGone.current = setTimeout(() => setPointer(false), fingerMs);
    },
    onFocus: () => setFocus(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
      setFocus(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
  };
  return { held: pointer || focus || isDialogOpen, handlers };
}
