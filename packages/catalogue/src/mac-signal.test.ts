import { expect, it } from 'vitest';
import { barsOfMacSignal } from './mac-signal.ts';

it('a signal has five bars from -50 dBm, and one less below each of -50, -60, -67 and -70', () => {
  const bars = [-1, -50, -51, -60, -61, -67, -68, -70, -71, -120].map(barsOfMacSignal);
  expect(bars).toEqual([5, 5, 4, 4, 3, 3, 2, 2, 1, 1]);
});
