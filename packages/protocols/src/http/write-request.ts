import type { Sample } from '@varde/catalogue/report';
import type { DeviceRequest, DeviceSender } from '../protocol.ts';
import { eventWord } from './events.ts';
import { path } from './read-request.ts';

/** The request of a device for this sample. */
export function writeRequest(sample: Sample, { identity, token }: DeviceSender): DeviceRequest {
  return {
    method: 'POST',
    url: path,
    contentType: 'application/json',
    authorization: `Bearer ${token}`,
    body: JSON.stringify({ device: identity, messages: [messageOf(sample)] }),
  };
}

function messageOf(sample: Sample): object {
  const { at, historical, events, position, battery, gsmStrength, moving, steps, unknown } = sample;
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
  };
}

function positionOf({ numSatellites, ...position }: NonNullable<Sample['position']>): object {
  return { ...position, satellites: numSatellites };
}
