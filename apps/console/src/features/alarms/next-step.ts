import type { Alarm, AlarmDetail } from '@varde/contract/alarms';
import { isTaken, isToConfirm } from '#domain/alarms/alarm-groups.ts';

/** What the user should do about an alarm. Texts: `alarmContext.steps.<key>`. */
export function nextStepOf(alarm: Alarm, userId: number) {
  const { state, abilities, formattedPhoneNumE164, claimedBy, handedOverBy } = alarm;
  const canCall = formattedPhoneNumE164 !== null;
  const name = claimedBy?.name ?? '';
  if (state === 'reset') return { key: abilities.includes('reopen') ? 'reopenable' : 'reset' } as const;
  if (isToConfirm(alarm)) return { key: 'confirm', name: handedOverBy?.name ?? '' } as const;
  if (handedOverBy !== null) return { key: 'unconfirmed', name } as const;
  if (state === 'claimed' && claimedBy?.userId !== userId) return { key: 'others', name } as const;
  if (state === 'claimed') return { key: canCall ? 'ownCall' : 'own' } as const;
  if (!abilities.includes('claim')) return { key: 'wait' } as const;
  return { key: canCall ? 'takeCall' : 'take' } as const;
}

/** How the notification list goes on. `at`: when, until which it waits. Texts: `alarmContext.progress.<key>`. */
export type Progress =
  | { key: 'starts'; at: number }
  | { key: 'next'; at: number; name: string; after: { name: string } | 'centre' | null }
  | { key: 'centre' | 'again'; at: number }
  /** Everybody had a turn, of whom some, all or none have been reached. */
  | { key: 'allTold' | 'exhausted'; reached: number; count: number }
  | { key: 'nobody' | 'atCentre' };

type Listed = Pick<AlarmDetail, 'told' | 'nextCentre'>;

/** Null: nothing is told of the alarm, nobody has to be told any more, or it is withheld. */
export function progressOf(alarm: Alarm, { told, nextCentre }: Listed): Progress | null {
  if (alarm.state === 'reset' || isTaken(alarm)) return null;
  if (told?.state === 'running' && told.nextAt !== null) return running(told.receivers, told.nextAt, nextCentre);
  if (alarm.escalatedAt !== null) return { key: 'atCentre' };
  if (told?.state === 'pausing' && told.nextAt !== null) return { key: 'again', at: told.nextAt };
  if (told?.outcome === 'exhausted') return { key: told.outcome, ...reachedOf(told.receivers) };
  return told?.outcome === 'nobody' ? { key: told.outcome } : null;
}

type Receivers = NonNullable<AlarmDetail['told']>['receivers'];

function running(receivers: Receivers, at: number, nextCentre: string | null): Progress {
  if (receivers.length === 0) return { key: 'starts', at };
  const [next, after] = receivers.filter(({ messages }) => messages.length === 0);
  const centre = nextCentre === null ? null : 'centre';
  if (next) return { key: 'next', at, name: next.name, after: after ?? centre };
  return centre ? { key: centre, at } : { key: 'allTold', ...reachedOf(receivers) };
}

const reachedOf = (receivers: Receivers) => ({
  reached: receivers.filter(({ reached }) => reached).length,
  count: receivers.length,
});
