import { describe, expect, it } from 'vitest';
import { signalOf, signalScales } from './signal.ts';

const online = { offline: false };

describe('signalOf', () => {
  it.each([
    [0, 0, 1],
    [20, 20, 1],
    [21, 21, 2],
    [80, 80, 4],
    [81, 81, 5],
    [100, 100, 5],
    [140, 100, 5],
  ])('shows a watch at %i as %i percent and %i bars', (raw, percent, bars) => {
    expect(signalOf(raw, signalScales.watch, online)).toMatchObject({ percent, bars });
  });

  it('normalises by the scale of the hardware', () => {
    expect(signalOf(31, signalScales.mobile, online)).toMatchObject({ percent: 100, bars: 5 });
    expect(signalOf(-113, signalScales.stcb, online)).toMatchObject({ percent: 0, bars: 1 });
    expect(signalOf(-82, signalScales.stcb, online)).toMatchObject({ percent: 50, bars: 3 });
  });

  it('calls a signal good only above the bound', () => {
    expect(signalOf(20, signalScales.mobile, online)?.good).toBe(false);
    expect(signalOf(21, signalScales.mobile, online)?.good).toBe(true);
    expect(signalOf(-89, signalScales.stcb, online)?.good).toBe(true);
  });

  it('shows no icon offline, below the scale, or without a reading', () => {
    expect(signalOf(50, signalScales.watch, { offline: true })).toBeNull();
    expect(signalOf(-1, signalScales.watch, online)).toBeNull();
    expect(signalOf(null, signalScales.watch, online)).toBeNull();
  });
});
