import { isAlarm } from '@varde/catalogue/alarms';
import type { Sample } from '@varde/catalogue/report';

/**
 * Whether any of the samples raises an alarm. Where a protocol has no sequence, two presses may look alike (a stopped
 * clock, a cached fix): such a message never has a retry key without an expiry. Decision 0005.
 */
export function carriesAlarm(samples: readonly Sample[]): boolean {
  return samples.some(({ metyId, events }) => isAlarm(metyId) || events.some((event) => isAlarm(event.metyId)));
}
