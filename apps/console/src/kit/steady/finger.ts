/** So long a finger stays above the screen between its presses. */
export const fingerMs = 5000;
