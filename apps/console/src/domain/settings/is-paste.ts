/** Whether a change of a field comes from the clipboard. */
export const isPaste = (event: Event): boolean =>
  event instanceof InputEvent && (event.inputType === 'insertFromPaste' || event.inputType === 'insertFromDrop');
