import type { DeviceReport, Sample } from '@varde/catalogue/report';
import type { DeviceRequest, DeviceSender } from '../protocol.ts';
import { eventWord } from './events.ts';
import { path } from './read-request.ts';
import { writeSensorImage } from './sensor-image.ts';
import { writeSensors } from './sensors.ts';

/** The request of a device for this report; an empty one asks for commands and says nothing. */
export const writeRequest = (report: DeviceReport, { identity, token }: DeviceSender): DeviceRequest => ({
  method: 'POST',
  url: path,
  contentType: 'application/json',
  authorization: `Bearer ${token}`,
  body: writeContent(report, identity),
});

/** What a device says, over HTTP or MQTT; the reverse of `readContent`. */
export function writeContent(report: DeviceReport, identity: string): string {
  const { samples, confirmations, sensors, settings, firmware } = report;
  const content = {
    device: identity,
    messages: samples.length > 0 ? samples.map(messageOf) : undefined,
    confirmations: confirmations.length > 0 ? confirmations : undefined,
    ...writeSensors(sensors),
    image: writeSensorImage(sensors?.image),
    settings,
    firmware,
  };
  const hasLists = samples.length > 0 || confirmations.length > 0;
  const isEmpty = !hasLists && [sensors, settings, firmware].every((member) => member === undefined);
  return JSON.stringify(isEmpty ? { ...content, poll: true } : content);
}

function messageOf(sample: Sample): object {
  const { at, historical, events, position, battery, gsmStrength, moving, steps, sensor, unknown } = sample;
  return {
    ...unknown,
    time: at === null ? undefined : new Date(at).toISOString(),
    stored: historical || undefined,
    events: events.length > 0 ? events.map(eventWord) : undefined,
    position: position && positionOf(position),
    battery,
    signal: gsmStrength,
    moving,
    steps,
    sensor,
  };
}

function positionOf({ numSatellites, ...position }: NonNullable<Sample['position']>): object {
  return { ...position, satellites: numSatellites };
}
