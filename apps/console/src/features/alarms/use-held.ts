import { type FocusEvent, useState } from 'react';

/** Whether somebody is at work in an element: the pointer or the focus is inside. Give the handlers to the element. */
export function useHeld() {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  const handlers = {
    onPointerEnter: () => setPointer(true),
    onPointerLeave: () => setPointer(false),
    onFocus: () => setFocus(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
      setFocus(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
  };
  return { held: pointer || focus, handlers };
}
