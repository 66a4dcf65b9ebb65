/** The range in which a kind of hardware reports its signal. Above `goodAbove` the connection is good. */
export interface SignalScale {
  low: number;
  high: number;
  goodAbove: number;
}

/**
 * Specification 2, section 9 "Signal scales". It gives no "good" bound for home units; the one for home sensors
 * ("above 6 very good") sits at the same two thirds of the scale as the others.
 */
export const signalScales = {
  home: { low: 0, high: 9, goodAbove: 6 },
  mobile: { low: 0, high: 31, goodAbove: 20 },
  watch: { low: 0, high: 100, goodAbove: 65 },
  stcb: { low: -113, high: -51, goodAbove: -90 },
} as const satisfies Record<string, SignalScale>;
