/** Days of the graph of battery and signal (specification 2, section 9). */
export const graphRanges = [1, 3, 5, 7, 14] as const;
export type GraphRange = (typeof graphRanges)[number];
export const defaultGraphRange = 5 satisfies GraphRange;
