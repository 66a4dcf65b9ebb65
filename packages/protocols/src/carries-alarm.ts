import { isAlarm } from '@varde/catalogue/alarms';
import type { Sample } from '@varde/catalogue/report';

/**
 * Whether any of the samples raises an alarm. Where a protocol has no sequence, two presses may look alike (a clock
 * that stands, a cached fix): such a message is never one of those whose retry key holds for good. Decision 0008.
 */
export function carriesAlarm(samples: readonly Sample[]): boolean {
  return samples.some(
    ({ metyId, events }) => isAlarm(metyId) || events.some((event) => isAlarm(event.metyId)),
  );
}
