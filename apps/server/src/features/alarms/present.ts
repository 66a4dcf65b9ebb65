import { reopenMs } from '@varde/catalogue/alarms';
import { mayCallInAlarm, noteInAlarm } from '@varde/catalogue/device-functions';
import type { Policy } from '@varde/catalogue/permissions';
import type { Alarm } from '@varde/contract/alarms';
import type { AlarmWithNames } from '#domain/alarms/alarms.ts';
import { presentAlarm } from '#domain/alarms/present-alarm.ts';
import type { Caller } from '#platform/caller.ts';

/** An alarm as all subscribers get it, without abilities. */
export function presentForAll({ alarm, ...context }: AlarmWithNames): Alarm {
  return presentAlarm(alarm, context);
}

const noPlace = {
  posLati: null,
  posLong: null,
  posTime: null,
  posType: null,
  posAccuracy: null,
  place: null,
  address: null,
};

type Viewer = Pick<Caller, 'userId' | 'context' | 'isPrivate' | 'may'> & {
  acting: Pick<Caller, 'may'>;
  entitled: Pick<Caller, 'may'>;
};

/**
 * The same alarm with this caller's abilities, and limited to what they may see: the place of a former wearer requires
 * access to that time. Where somebody is who has an alarm waits for no notice. Everybody who handles alarms may release and reset one that another has claimed: the claimant
 * may have gone home (decision 0026).
 */
export function withAbilities(alarm: Alarm, caller: Viewer, now: number): Alarm {
  const mayPlace = caller.entitled.may('DEVICE_ACCESS_MAP', alarm.custId);
  const viewer = { ...caller, may: (policy: Policy) => caller.may(policy, alarm.custId) };
  const note = noteInAlarm(viewer);
  const hidden = alarm.fromBefore && !caller.may('ACCESS_TO_ALL', alarm.custId);
  return {
    ...alarm,
    ...(hidden ? noPlace : {}),
    latestPlace: mayPlace ? alarm.latestPlace : null,
    latestAddress: mayPlace ? alarm.latestAddress : null,
    formattedPhoneNumE164: mayCallInAlarm(viewer) ? alarm.formattedPhoneNumE164 : null,
    hasNote: alarm.hasNote && (note.hint || (note.text && alarm.deviceNote !== null)),
    deviceNote: note.text ? alarm.deviceNote : null,
    abilities: abilitiesOn(alarm, caller, now),
  };
}

function abilitiesOn(
  { state, custId, resetAt, claimedBy, handedOverBy }: Alarm,
  { userId, acting }: Viewer,
  now: number,
): Alarm['abilities'] {
  if (!acting.may('ALARM_HANDLE', custId)) return [];
  if (state === 'reset') return resetAt !== null && now - resetAt <= reopenMs ? ['reopen'] : [];
  if (state === 'open') return ['claim', 'reset', 'share'];
  const isToConfirm = handedOverBy !== null && claimedBy?.userId === userId;
  return [...(isToConfirm ? (['claim'] as const) : []), 'release', 'handOver', 'reset', 'share'];
}
