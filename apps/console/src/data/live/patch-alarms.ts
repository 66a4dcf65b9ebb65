import type { Alarm } from '@varde/contract/alarms';
import type { LiveMessage } from '@varde/contract/live';
import type { Output } from '../api/call.ts';

export type AlarmList = Output<'listAlarms'>;
type AlarmMessage = LiveMessage<'alarms'>;

/**
 * Alarms after a message, newest first. An alarm never goes back to an older `rev`, in whichever order the answer to a
 * call and the live message arrive. Reset alarms stay in the list, so that a late answer cannot reopen them, and are shown
 * among the recently reset ones; the other views filter them out.
 */
export function mergeAlarms(
  current: AlarmList | undefined,
  message: Omit<AlarmMessage, 'complete'> & { complete: boolean },
): AlarmList {
  const merged = new Map(message.alarms.map((alarm) => [alarm.alarmId, alarm]));
  for (const known of current?.alarms ?? []) {
    const incoming = merged.get(known.alarmId);
    if (incoming) merged.set(known.alarmId, newerOf(known, incoming));
    else if (!message.complete || known.state === 'reset' || known.rev > message.rev) merged.set(known.alarmId, known);
  }
  return {
    alarms: [...merged.values()].sort((a, b) => b.receivedAt - a.receivedAt || b.alarmId - a.alarmId),
    nextCursor: current?.nextCursor ?? null,
    rev: Math.max(current?.rev ?? 0, message.rev),
  };
}

/** A device's place changes without a new `rev` of its alarm: the later place wins. */
function newerOf(known: Alarm, incoming: Alarm): Alarm {
  const [alarm, other] = known.rev > incoming.rev ? [known, incoming] : [incoming, known];
  const isOlder = alarm.state !== 'reset' && (alarm.latestPlace?.posTime ?? 0) < (other.latestPlace?.posTime ?? 0);
  const { latestPlace, latestAddress } = isOlder ? other : alarm;
  // An address that is shown stays until the next one is known: what comes without one takes none away.
  return {
    ...alarm,
    address: alarm.address ?? (alarm.posLati === null ? null : known.address),
    latestPlace,
    latestAddress: latestAddress ?? (latestPlace && (known.latestAddress ?? known.address)),
  };
}

/**
 * Alarms after the complete answer to a call. Removes only open ones known before the call and missing in the answer: an
 * alarm that arrived during the call may have a lower `rev` than the answer, since revisions are assigned before the
 * commit.
 */
export function applyAlarmAnswer(
  current: AlarmList | undefined,
  answer: Pick<AlarmList, 'alarms' | 'rev'>,
  knownAtStart: AlarmList | undefined,
): AlarmList {
  const open = new Set(answer.alarms.map(({ alarmId }) => alarmId));
  const ended = new Set(knownAtStart?.alarms.flatMap(({ alarmId }) => (open.has(alarmId) ? [] : alarmId)));
  const isKept = ({ alarmId, state }: Alarm) => state === 'reset' || !ended.has(alarmId);
  const kept = current && { ...current, alarms: current.alarms.filter(isKept) };
  return mergeAlarms(kept, { ...answer, complete: false });
}
