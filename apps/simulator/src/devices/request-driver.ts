import { metyId } from '@varde/catalogue/message-types';
import type { DeviceEvent, Sample } from '@varde/catalogue/report';
import { readCommands, writeRequest } from '@varde/protocols/http/index';
import type { DeviceRequest, DeviceSender, RequestProtocol } from '@varde/protocols/protocol';
import type { SignalKind } from '../behaviours/behaviour.ts';
import type { HttpAnswer } from '../links/http-link.ts';
import type { Driver } from './driver.ts';
import type { HomeUnit } from './home-unit.ts';
import { type Observation, type Outgoing, recordOf, wholeSeconds } from './outgoing.ts';

const eventOf: { readonly [K in SignalKind]?: Pick<DeviceEvent, 'metyId' | 'code'> } = {
  sos: { metyId: metyId.alarm, code: 'sos' },
  fall: { metyId: metyId.manDown, code: 'fall' },
  lowBattery: { metyId: metyId.lowBattery, code: 'lowBattery' },
  powerOff: { metyId: metyId.technical, code: 'powerOff' },
  door: { metyId: metyId.wanderer, code: 'wanderer' },
};

/**
 * A device over HTTP: one request for each message, repeated until the server has answered 200. A home unit also reports
 * of its sensors, and carries out the commands in the answers.
 */
export function createRequestDriver(
  { write }: RequestProtocol,
  sender: DeviceSender,
  unit: HomeUnit | null,
): Driver<DeviceRequest, HttpAnswer> {
  const answers = new Map<DeviceRequest, string>();
  let said = 0;

  const wireOf = (observation: Observation): DeviceRequest | null => {
    if (observation.kind === 'health') return null;
    if (observation.kind === 'sensors') return unit && writeRequest(unit.report(observation.at), sender);
    if (observation.kind !== 'door') return write(sampleOf(observation), sender);
    const sensor = unit?.door;
    return sensor === undefined ? null : write({ ...sampleOf(observation), sensor }, sender);
  };
  const say = (observation: Observation): Outgoing<DeviceRequest> | null => {
    const wire = wireOf(observation);
    if (wire === null) return null;
    const answer = String(++said);
    answers.set(wire, answer);
    return { wire, sequence: null, answer, records: [recordOf(observation)] };
  };

  const confirmed = new Set<DeviceRequest>();
  const obey = (body: string): DeviceRequest[] => {
    const commands = unit === null ? [] : readCommands(body);
    if (unit === null || commands.length === 0) return [];
    const confirmations = commands.map(({ ref, command }) => unit.obey(ref, command));
    const reply = writeRequest({ samples: [], confirmations }, sender);
    confirmed.add(reply);
    return [reply];
  };

  return {
    greet(now) {
      unit?.switchedOn();
      return say({ ...now, kind: 'sensors' });
    },
    say,
    sayAll: (observations) => observations.flatMap((observation) => say(observation) ?? []),
    reset: () => undefined,
    hear({ request, status, body }) {
      const replies = status < 300 ? obey(body) : [];
      const answer = answers.get(request);
      if (answer === undefined && confirmed.delete(request)) return { orders: [], replies };
      if (answer === undefined)
        return { orders: [{ type: 'unknown', text: `status ${status}` }], replies: [] };
      if (!isFinal(status)) return { orders: [], replies: [] };
      answers.delete(request);
      return { orders: [{ type: status < 300 ? 'acknowledged' : 'refused', answer }], replies };
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
