import { z } from 'zod';
import { leftOutReasons } from './event-setup.ts';

/**
 * Why a receiver on a list was passed over: what the receiver is not told of, being on the list no more, what keeps the receiver from being told, and
 * that there were many messages lately, of which this one would be a repeated one, or that the number is not confirmed.
 */
export const skipReasons = [
  'otherAlarms',
  'outsideHours',
  'offList',
  ...leftOutReasons,
  'manyMessages',
  'notConfirmed',
  'alreadyTold',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/**
 * What began a round of a list: the alarm, a further signal, somebody who had it and released it or gave it back, a reset
 * that was undone, an alarm centre that did not take it in time, or the pause of the list.
 */
export const roundCauses = [
  'raised',
  'signalled',
  'released',
  'gaveBack',
  'reopened',
  'centreSilent',
  'repeated',
] as const;
export type RoundCause = (typeof roundCauses)[number];

/**
 * What led to a step within a round: its beginning, the wait of the receiver before, no wait at all, that this receiver
 * could not take the alarm, was not reached or has entered too many wrong PINs, and of the alarm centre, that the lists had come to their end.
 */
export const stepCauses = ['first', 'waited', 'together', 'declined', 'unreached', 'wrongPins', 'listEnded'] as const;

/** Who may ask that an alarm is told by a call besides the channels of its list: the device, and the fence that was left. */
export const callCauses = ['device', 'geofence'] as const;
export type CallCause = (typeof callCauses)[number];

/** Why an alarm was told to a receiver, and what the round of a list began or ended with. */
export const alarmWhySchema = z.object({
  /** Counts the times that the list began. */
  round: z.number(),
  /** Who was passed over just before. An erased receiver has no name. */
  skipped: z.array(z.object({ name: z.string(), reason: z.enum(skipReasons) })),
  /** At the end of a round: the list begins again after this time, unless somebody takes the alarm. */
  againInSeconds: z.number().optional(),
  /** By whose list a receiver was told, and the place on it, from 1. */
  list: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('device') }),
      z.object({ kind: z.literal('customer'), customerName: z.string() }),
    ])
    .optional(),
  position: z.number().optional(),
  cause: z.enum([...roundCauses, ...stepCauses]).optional(),
  /** Of the cause `waited`: the wait that had run out. */
  waitedSeconds: z.number().optional(),
  /** Of a call that is not on the list: who asked for it. */
  callCause: z.enum(callCauses).optional(),
});
export type AlarmWhy = z.output<typeof alarmWhySchema>;
