import { geofenceAlarms, isAlarm } from '@varde/catalogue/alarms';
import type { Sample } from '@varde/catalogue/report';
import type { MessageEntry } from './batch.ts';
import { eventsOf } from './transaction-row.ts';

/**
 * Those of these messages, in order of arrival, that are kept without what tells where the wearer is: those of devices
 * without positioning, until the wearer must be found because of an alarm of it or of its twin (decision 0024).
 */
export function messagesWithoutPlace(messages: readonly MessageEntry[]): Set<MessageEntry> {
  const sought = new Set<number | null>();
  const hidden = new Set<MessageEntry>();
  for (const entry of messages) {
    const { device, uplink } = entry;
    const { deviId, twinDevice } = device.before;
    if (uplink.report.samples.some(isCallForHelp)) sought.add(deviId).add(twinDevice);
    if (device.positioningOff && !device.sought && !sought.has(deviId)) hidden.add(entry);
  }
  return hidden;
}

const isCallForHelp = (sample: Sample): boolean =>
  eventsOf(sample).some(({ metyId }) => isAlarm(metyId) && !geofenceAlarms.includes(metyId));

/** A sample without its place. What the decoder did not understand goes too: it may say where. */
export function withoutPlace(sample: Sample): Sample {
  const { position, accessPoints, cells, place, unknown, ...rest } = sample;
  return rest;
}
