import { deleteOldMeasurements } from '#domain/measurements/forget-measurements.ts';
import { dayMs, type Job } from './job.ts';

/** Deletes readings and steps with the transactions that they came from. */
export const measurementRetention: Job = {
  name: 'measurement-retention',
  everySeconds: 86_400,
  run: async ({ db, cautiousNow, retention }) => {
    await deleteOldMeasurements(db, (await cautiousNow()) - retention.transactionDays * dayMs);
  },
};
