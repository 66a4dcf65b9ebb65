import type { Alarm } from '@varde/contract/alarms';

/** In display order. Texts: `alarms.groups.<key>`. */
export const alarmGroups = ['unclaimed', 'mine', 'others'] as const;
export type AlarmGroup = (typeof alarmGroups)[number];

/** Claimed by somebody who knows of it: an alarm that is handed over is not taken until it is confirmed (decision 0026). */
export const isTaken = ({ state, handedOverBy }: Alarm): boolean => state === 'claimed' && handedOverBy === null;

/** The group of an alarm that is not reset, from this user's view. */
export function groupOf(alarm: Alarm, userId: number): AlarmGroup {
  if (!isTaken(alarm)) return 'unclaimed';
  return alarm.claimedBy?.userId === userId ? 'mine' : 'others';
}

/** The claim that the user sees, for a call that changes it: a newer one stays. */
export const claimOf = ({ userId, attemptId }: NonNullable<Alarm['claimedBy']>) => ({
  claimedBy: userId,
  claimedAttempt: attemptId ?? null,
});

/** The alarm was handed over to the user, who has not confirmed it yet. */
export const isToConfirm = ({ handedOverBy, abilities }: Alarm): boolean =>
  handedOverBy !== null && abilities.includes('claim');
