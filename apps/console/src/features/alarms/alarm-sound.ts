import type { Alarm } from '@varde/contract/alarms';

/**
 * Whether it shall sound: until somebody has claimed every alarm. The server opens a claimed alarm again when it
 * signals once more (decision 0011), so that a further signal is never silent.
 */
export function shallSound(alarms: readonly Alarm[]): boolean {
  return alarms.some((alarm) => alarm.state === 'open');
}
