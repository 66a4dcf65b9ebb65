import { metyId } from '@varde/catalogue/message-types';
import type { DeviceEvent, Sample } from '@varde/catalogue/report';
import type { DeviceRequest, DeviceSender, RequestProtocol } from '@varde/protocols/protocol';
import type { SignalKind } from '../behaviours/behaviour.ts';
import type { HttpAnswer } from '../links/http-link.ts';
import type { Driver } from './driver.ts';
import { type Observation, type Outgoing, recordOf, wholeSeconds } from './outgoing.ts';

const eventOf: { readonly [K in SignalKind]?: Pick<DeviceEvent, 'metyId' | 'code'> } = {
  sos: { metyId: metyId.alarm, code: 'sos' },
  fall: { metyId: metyId.manDown, code: 'fall' },
  lowBattery: { metyId: metyId.lowBattery, code: 'lowBattery' },
  powerOff: { metyId: metyId.technical, code: 'powerOff' },
};

/** A device over HTTP: one request for each message, repeated until the server has answered 200. */
export function createRequestDriver(
  { write }: RequestProtocol,
  sender: DeviceSender,
): Driver<DeviceRequest, HttpAnswer> {
  const answers = new Map<DeviceRequest, string>();
  let said = 0;

  const say = (observation: Observation): Outgoing<DeviceRequest> => {
    const wire = write(sampleOf(observation), sender);
    const answer = String(++said);
    answers.set(wire, answer);
    return { wire, sequence: null, answer, records: [recordOf(observation)] };
  };

  return {
    greet: () => null,
    say,
    sayAll: (observations) => observations.map(say),
    reset: () => undefined,
    hear({ request, status }) {
      const answer = answers.get(request);
      if (answer === undefined)
        return { orders: [{ type: 'unknown', text: `status ${status}` }], replies: [] };
      if (!isFinal(status)) return { orders: [], replies: [] };
      answers.delete(request);
      return { orders: [{ type: status < 300 ? 'acknowledged' : 'refused', answer }], replies: [] };
    },
    settings: () => ({}),
  };
}

/** Too many requests, or a server error: the phone retries later. Any other answer is final. */
function isFinal(status: number): boolean {
  return status < 500 && status !== 408 && status !== 429;
}

function sampleOf(observation: Observation): Sample {
  const { kind, at, place, speed, course, battery, charging, steps, historical } = observation;
  const event = eventOf[kind];
  const time = wholeSeconds(at);
  return {
    metyId: event?.metyId ?? (place === null || kind === 'heartbeat' ? metyId.heartbeat : metyId.position),
    events: event === undefined ? [] : [{ ...event, at: time }],
    at: time,
    historical,
    battery: { level: Math.round(battery), charging },
    moving: speed > 1,
    steps,
    ...(place !== null &&
      kind !== 'heartbeat' && {
        position: { ...place, source: 'gps' as const, speed, course: Math.round(course) % 360, accuracy: 8 },
      }),
  };
}
