import { type FocusEvent, useState } from 'react';

/** Whether the pointer or the focus is inside an element. Attach the handlers to that element. */
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
