import { isAlarm } from '@varde/catalogue/alarms';
import type { Sample } from '@varde/catalogue/report';
import type { Uplink } from '@varde/contract/events';
import { eventsOf } from './transaction-row.ts';

/**
 * An uplink reduced to its alarms, their times and the frame. A measurement that makes processing fail must not take
 * its alarm with it. Null without an alarm.
 */
export function alarmOnly(uplink: Uplink): Uplink | null {
  if (uplink.kind !== 'message') return null;
  const samples = uplink.report.samples.flatMap((sample) => bareAlarm(sample) ?? []);
  return samples.length === 0 ? null : { ...uplink, report: { samples, confirmations: [] } };
}

function bareAlarm(sample: Sample): Sample | null {
  const events = eventsOf(sample).filter(({ metyId }) => isAlarm(metyId));
  const [first] = events;
  return first === undefined ? null : { metyId: first.metyId, events, at: sample.at, historical: sample.historical };
}
