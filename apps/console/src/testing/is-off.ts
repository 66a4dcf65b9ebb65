/** Whether a button takes no press: also one that keeps the focus. */
export const isOff = (button: HTMLElement | null | undefined): boolean => {
  if (!button) throw new Error('there is no such button');
  return button.matches(':disabled, [aria-disabled="true"]');
};
