/** Whether a button or a field does nothing now, as a screen reader says it. */
export const isOff = (element: HTMLElement): boolean =>
  element.matches(':disabled') || element.ariaDisabled === 'true';
