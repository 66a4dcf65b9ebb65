import { z } from 'zod';
import { leftOutReasons } from './event-setup.ts';

/**
 * Why a receiver on a list was passed over: what the receiver is not told of, what keeps the receiver from being told, and
 * that there were many messages lately, of which this one would be a repeated one.
 */
export const skipReasons = [
  'otherAlarms',
  'outsideHours',
  ...leftOutReasons,
  'manyMessages',
  'alreadyTold',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Why an alarm was told to a receiver, and what the round of a list began or ended with. */
export const alarmWhySchema = z.object({
  /** Counts the times that the list began. */
  round: z.number(),
  /** Who was passed over just before. An erased receiver has no name. */
  skipped: z.array(z.object({ name: z.string(), reason: z.enum(skipReasons) })),
  /** At the end of a round: the list begins again after this time, unless somebody takes the alarm. */
  againInSeconds: z.number().optional(),
});
export type AlarmWhy = z.output<typeof alarmWhySchema>;
