import type { Alarm } from '@varde/contract/alarms';
import type { Caller } from '#platform/http/caller.ts';
import { presentAlarm } from '#platform/presenters/alarm.ts';
import type { AlarmWithNames } from './store.ts';

/** An alarm as every subscriber gets it, without abilities. */
export function presentForAll({ alarm, ...around }: AlarmWithNames): Alarm {
  return presentAlarm(alarm, around);
}

/** The same alarm with what this caller may do with it. Anybody who handles alarms may reset one that another has. */
export function withAbilities(alarm: Alarm, caller: Caller): Alarm {
  return { ...alarm, abilities: abilitiesOn(alarm, caller) };
}

function abilitiesOn({ state, custId }: Alarm, caller: Caller): Alarm['abilities'] {
  if (state === 'reset' || !caller.may('ALARM_HANDLE', custId)) return [];
  return state === 'open' ? ['claim', 'reset'] : ['reset'];
}
