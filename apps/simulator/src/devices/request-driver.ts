import { metyId } from '@varde/catalogue/message-types';
import type { Confirmation, DeviceEvent, DeviceReport, Sample } from '@varde/catalogue/report';
import { readCommands, writeRequest } from '@varde/protocols/open/index';
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
 * A device over HTTP, or with the open protocol over MQTT: one request for each message, repeated until the server has answered 200. A home unit also reports
 * of its sensors, and carries out the commands in the answers.
 */
export function createRequestDriver(
  { write }: RequestProtocol,
  sender: DeviceSender,
  unit: HomeUnit | null,
): Driver<DeviceRequest, HttpAnswer> {
  const answers = new Map<DeviceRequest, string>();
  const owed = new Confirmations(sender);
  let said = 0;

  const wireOf = (observation: Observation): DeviceRequest | null => {
    if (observation.kind === 'health') return null;
    if (observation.kind === 'sensors') return unit && owed.request(unit.report(observation.at));
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

  const obey = (body: string): DeviceRequest[] => {
    const commands = unit === null ? [] : readCommands(body);
    if (unit === null || commands.length === 0) return [];
    for (const { ref, command } of commands) owed.add(unit.obey(ref, command));
    return [owed.request({ samples: [], confirmations: [] })];
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
      if (request === null) return { orders: [], replies: obey(body) };
      const taken = status < 300 && owed.taken(request);
      const replies = status < 300 ? obey(body) : [];
      const answer = answers.get(request);
      if (answer === undefined && (taken || owed.has(request))) return { orders: [], replies };
      if (answer === undefined) return { orders: [{ type: 'unknown', text: `status ${status}` }], replies: [] };
      if (!isFinal(status)) return { orders: [], replies: [] };
      answers.delete(request);
      return { orders: [{ type: status < 300 ? 'acknowledged' : 'refused', answer }], replies };
    },
    settings: () => unit?.settings ?? {},
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

/** What a unit answers to its commands: it says so at once, and again with each report until the server has taken it. */
class Confirmations {
  readonly #sender: DeviceSender;
  readonly #owed = new Map<string, Confirmation>();
  readonly #refs = new WeakMap<DeviceRequest, readonly string[]>();

  constructor(sender: DeviceSender) {
    this.#sender = sender;
  }

  add(confirmation: Confirmation): void {
    this.#owed.set(confirmation.ref, confirmation);
  }

  /** A report, with all that is owed. */
  request(report: DeviceReport): DeviceRequest {
    const request = writeRequest({ ...report, confirmations: [...this.#owed.values()] }, this.#sender);
    this.#refs.set(request, [...this.#owed.keys()]);
    return request;
  }

  has(request: DeviceRequest): boolean {
    return this.#refs.has(request);
  }

  /** The server has answered 200. Whether the request was one of these. */
  taken(request: DeviceRequest): boolean {
    for (const ref of this.#refs.get(request) ?? []) this.#owed.delete(ref);
    return this.has(request);
  }
}
