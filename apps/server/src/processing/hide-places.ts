import { isAlarm, isGeofenceAlarm } from '@varde/catalogue/alarms';
import type { Sample } from '@varde/catalogue/report';
import type { MessageEntry } from './batch.ts';
import { eventsOf } from './transaction-row.ts';

/**
 * Whether a message is kept without what tells where the wearer is: that of a device without positioning, unless it
 * raises an alarm for which somebody must be found (decision 0118).
 */
export function hidesPlaces({ device, uplink }: MessageEntry): boolean {
  return device.positioningOff && !uplink.report.samples.some(isCallForHelp);
}

const isCallForHelp = (sample: Sample): boolean =>
  eventsOf(sample).some(({ metyId }) => isAlarm(metyId) && !isGeofenceAlarm(metyId));

/** A sample without its place. What the decoder did not understand goes too: it may say where. */
export function withoutPlace(sample: Sample): Sample {
  const { position, accessPoints, cells, place, unknown, ...rest } = sample;
  return rest;
}
