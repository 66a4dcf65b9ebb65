import type { Alarm } from '@varde/contract/alarms';
import { isToConfirm } from '#domain/alarms/alarm-groups.ts';

/** Signal count of each alarm at the time when its sound was muted on this screen. */
export type Silenced = ReadonlyMap<number, number>;

/**
 * The alarms that sound: unclaimed ones, and those that wait for the user's confirmation (decision 0026). The server reopens a claimed alarm when it signals again (decision 0026), so
 * that a further signal is never silent. A user who may not claim an alarm can stop its sound on the own screen, until
 * it signals again.
 */
export function soundingAlarms(alarms: readonly Alarm[], silenced: Silenced = new Map()): Alarm[] {
  return alarms.filter((alarm) =>
    judged(
      () =>
        (alarm.state === 'open' || isToConfirm(alarm)) &&
        (mayClaim(alarm) || silenced.get(alarm.alarmId) !== alarm.signalCount),
    ),
  );
}

/** The alarms whose sound can be muted here: a user who may claim an alarm silences it by claiming it. */
export function silenceableAlarms(alarms: readonly Alarm[]): Alarm[] {
  return alarms.filter((alarm) => judged(() => !mayClaim(alarm)));
}

/** An alarm that is not as expected sounds, and can be silenced: it costs no other alarm its sound. */
function judged(judge: () => boolean): boolean {
  try {
    return judge();
  } catch {
    return true;
  }
}

const mayClaim = ({ abilities }: Alarm) => abilities.includes('claim');
