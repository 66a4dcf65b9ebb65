import type { Alarm } from '@varde/contract/alarms';
import type { AlarmWithNames } from '#domain/alarms/alarms.ts';
import { presentAlarm } from '#domain/alarms/present-alarm.ts';
import type { Caller } from '#platform/http/caller.ts';

/** An alarm as every subscriber gets it, without abilities. */
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
};

type Viewer = Pick<Caller, 'may'> & { acting: Pick<Caller, 'may'> };

/**
 * The same alarm with what this caller may do with it and see of it: where somebody was who wore the device before, only
 * with access to that time. Everybody who handles alarms may release and reset one that another has claimed: the claimer
 * may have gone home (decision 0016).
 */
export function withAbilities(alarm: Alarm, caller: Viewer): Alarm {
  const mayPlace = caller.may('DEVICE_ACCESS_MAP', alarm.custId);
  const hidden = alarm.fromBefore && !caller.may('ACCESS_TO_ALL', alarm.custId);
  return {
    ...alarm,
    ...(hidden ? noPlace : {}),
    latestPlace: mayPlace ? alarm.latestPlace : null,
    abilities: abilitiesOn(alarm, caller),
  };
}

function abilitiesOn({ state, custId }: Alarm, { acting }: Viewer): Alarm['abilities'] {
  if (state === 'reset' || !acting.may('ALARM_HANDLE', custId)) return [];
  return state === 'open' ? ['claim', 'reset'] : ['release', 'reset'];
}
