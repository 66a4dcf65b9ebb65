import { mergeDeviceCounts } from '#domain/devices/device-counts.ts';
import type { Job } from './job.ts';

/** Keeps the numbers of devices short to sum (decision 0017). */
export const deviceCounts: Job = {
  name: 'device-counts',
  everySeconds: 86_400,
  run: ({ db }) => mergeDeviceCounts(db),
};
