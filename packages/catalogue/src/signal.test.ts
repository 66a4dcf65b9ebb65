import { describe, expect, it } from 'vitest';
import { hardwareById, hardwareList } from './hardware/index.ts';
import { signalOf, signalScales } from './signal.ts';

const online = { offline: false };

describe('signalOf', () => {
  it.each([
    [0, 0, 1],
    [20, 20, 1],
    [21, 21, 2],
    [40, 40, 2],
    [41, 41, 3],
    [60, 60, 3],
    [61, 61, 4],
    [80, 80, 4],
    [81, 81, 5],
    [100, 100, 5],
    [101, 100, 5],
    [140, 100, 5],
  ])('shows a watch at %i as %i percent and %i bars [C9.03]', (raw, percent, bars) => {
    expect(signalOf(raw, signalScales.watch, online)).toMatchObject({ percent, bars });
  });

  /** Low bound, high bound and hardware numbers. */
  it.each([
    ['home units', 0, 9, [13, 22, 26]],
    ['STCB units', -113, -51, [32, 33]],
    ['watches', 0, 100, [11, 14, 17, 24, 29, 30, 34, 45]],
    ['all others', 0, 31, [1, 2, 3, 4, 5, 7, 8, 15, 16, 20, 21, 23, 25, 28, 31, 44]],
  ])('normalises the signal of %s from %i to %i, each hardware by its own bounds [C9.04]', (_, low, high, dehaIds) => {
    const signal = (dehaId: number, raw: number) => {
      const hardware = hardwareById(dehaId);
      return hardware && signalOf(raw, hardware.signalScale, online)?.percent;
    };
    for (const dehaId of dehaIds) {
      expect(signal(dehaId, low), `${dehaId}`).toBe(0);
      expect(signal(dehaId, (low + high) / 2), `${dehaId}`).toBe(50);
      expect(signal(dehaId, high - (high - low) / 100), `${dehaId}`).toBeCloseTo(99);
      expect(signal(dehaId, high), `${dehaId}`).toBe(100);
    }
  });

  it('has a scale of each hardware', () => {
    expect(hardwareList).toHaveLength(29);
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
