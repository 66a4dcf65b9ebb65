/** The range in which a kind of hardware reports its signal. Above `goodAbove` the connection is good. */
export interface SignalScale {
  low: number;
  high: number;
  goodAbove: number;
}

/**
 * Specification 2, section 9 "Signal scales". It gives no "good" bound for home units; the one for home sensors ("above
 * 6 very good") is at the same two thirds of the scale as the others.
 */
export const signalScales = {
  home: { low: 0, high: 9, goodAbove: 6 },
  mobile: { low: 0, high: 31, goodAbove: 20 },
  watch: { low: 0, high: 100, goodAbove: 65 },
  stcb: { low: -113, high: -51, goodAbove: -90 },
} as const satisfies Record<string, SignalScale>;

export type SignalBars = 1 | 2 | 3 | 4 | 5;

export interface Signal {
  /** 0…100 within the hardware's scale. */
  percent: number;
  bars: SignalBars;
  /** Above the scale's bound. */
  good: boolean;
}

/**
 * A device's raw signal as the console shows it, or null without an icon: offline, never reported, or below the scale.
 * Specification 1, section 9 "Signal": bands of 20 percent give 1 to 5 bars.
 */
export function signalOf(raw: number | null, scale: SignalScale, { offline }: { offline: boolean }): Signal | null {
  if (offline || raw === null || raw < scale.low) return null;
  const percent = Math.min(100, ((raw - scale.low) / (scale.high - scale.low)) * 100);
  const bars = Math.max(1, Math.ceil(percent / 20)) as SignalBars;
  return { percent, bars, good: raw > scale.goodAbove };
}
