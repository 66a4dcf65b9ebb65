import type { Hardware } from './types.ts';

/** Settings that kinds of hardware have in common. A kind that takes less narrows one of them behind the spread. */
type SharedSettings = Hardware['settings'];

/** EV-07B: how often it reports, and how often it makes contact when there is nothing to report. */
export const reportSettings = {
  heartbeatInterval: {},
  trackingInterval: {},
} as const satisfies SharedSettings;

/** Watches: the numbers that may call it. */
export const callerSettings = {
  phoneNoWhiteList1: {},
  phoneNoWhiteList2: {},
  phoneNoWhiteList3: {},
} as const satisfies SharedSettings;

/** All watches but the first two kinds. */
export const watchSettings = {
  ...callerSettings,
  trackingInterval: {},
  fallDownAlert: {},
} as const satisfies SharedSettings;
