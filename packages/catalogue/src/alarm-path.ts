/**
 * What a test alarm of Varde itself passes, in order (decision 0037). `acknowledged`: the device has its answer, after
 * gateway, processing and commit. `live`: it is on its way to the consoles. `told`: the message to its receiver was
 * handed over.
 */
export const alarmPathStages = ['acknowledged', 'live', 'told'] as const;
export type AlarmPathStage = (typeof alarmPathStages)[number];

/** Promise 12: a test alarm walks the whole chain every five minutes. */
export const alarmPathCheckSeconds = 300;

/** A check that takes longer has failed: people have to be told within this time. */
export const alarmPathPatienceMs = 60_000;

/** Two checks in a row did not arrive: the latest that did is older than this. */
export const alarmPathStoppedMs = 2 * alarmPathCheckSeconds * 1000 + alarmPathPatienceMs;
