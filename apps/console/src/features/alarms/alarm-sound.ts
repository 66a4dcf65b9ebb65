import type { Alarm } from '@varde/contract/alarms';

/** Signal count of each alarm at the moment when its sound was muted on this screen. */
export type Silenced = ReadonlyMap<number, number>;

/**
 * The alarms that sound: those that nobody has claimed. The server opens a claimed alarm again when it signals once
 * more (decision 0011), so that a further signal is never silent. A person who may not claim an alarm can stop its
 * sound on the own screen, until it signals again.
 */
export function soundingAlarms(alarms: readonly Alarm[], silenced: Silenced = new Map()): Alarm[] {
  return alarms.filter(
    (alarm) =>
      alarm.state === 'open' && (mayClaim(alarm) || silenced.get(alarm.alarmId) !== alarm.signalCount),
  );
}

/** The alarms whose sound can be muted here: a user who may claim an alarm silences it by claiming it. */
export function silenceableAlarms(alarms: readonly Alarm[]): Alarm[] {
  return alarms.filter((alarm) => !mayClaim(alarm));
}

const mayClaim = ({ abilities }: Alarm) => abilities.includes('claim');
