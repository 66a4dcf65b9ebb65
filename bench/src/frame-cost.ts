import { protocols, type StreamProtocolKey } from '@varde/catalogue/protocols';
import { protocolModules } from '@varde/protocols/index';
import { encodePublication, topicOf } from '@varde/protocols/open/index';
import type { BrokerProtocol, DeviceRequest, RequestProtocol, StreamProtocol } from '@varde/protocols/protocol';
import { type WorstFrame, worstIdentity } from '@varde/protocols/testing/worst-frame';
import { worstFrames } from '@varde/protocols/testing/worst-frames';
import { encodeWatchFrame, encodeWatchMessage } from '@varde/protocols/watch/index';
import { encodeUplinks } from '@varde/simulator/load/uplink';
import type { Measurement } from './measurement.ts';
import { whole } from './statistics.ts';

/** Maximum ratio of the cost of a worst frame to that of an ordinary one, per byte. */
const target = 5;
const at = Date.UTC(2026, 0, 15, 12);

interface Costs {
  ordinary: Cost;
  worst: (Cost & { holds: string })[];
}

interface Cost {
  milliseconds: number;
  nanosecondsPerByte: number;
}

export const frameCost: Measurement = {
  name: 'frames',
  title: 'The worst frames of each protocol',
  run: async ({ quick }) => {
    const found = protocols.map((protocol) => {
      const { ordinary, worst } =
        protocol.transport === 'stream'
          ? measureStream(
              protocolModules[protocol.key],
              ordinaryFrames[protocol.key](),
              worstFrames[protocol.key],
              quick,
            )
          : protocol.transport === 'mqtt'
            ? measurePublications(protocolModules[protocol.key], worstFrames[protocol.key], quick)
            : measureRequests(protocolModules[protocol.key], worstFrames[protocol.key], quick);
      const [worstOne] = worst.toSorted((a, b) => b.nanosecondsPerByte - a.nanosecondsPerByte);
      if (worstOne === undefined) throw new RangeError('no frames');
      const longest = Math.max(...worst.map(({ milliseconds }) => milliseconds));
      return { protocol: protocol.key, ordinary, worst: worstOne, longest };
    });
    return {
      text: 'Decoding in one thread, from the bytes of a socket to the report for processing; the fastest of several rounds. The ordinary frame is a position. The worst frames are handmade, as large as the protocol allows and filled with one kind of content: unknown, empty, repeated, nested or long fields, or alarms (`packages/protocols/src/testing/worst-frames.ts`). The table shows the most costly one for each byte.',
      header: ['protocol', 'ordinary frame', 'worst frame', 'of it', 'full of', 'longest of all'],
      rows: found.map(({ protocol, ordinary, worst, longest }) => [
        protocol,
        `${whole(ordinary.nanosecondsPerByte)} ns a byte`,
        `${whole(worst.nanosecondsPerByte)} ns a byte`,
        times(worst, ordinary),
        worst.holds,
        `${longest.toFixed(1)} ms`,
      ]),
      targets: found.map(({ protocol, ordinary, worst }) => ({
        what: `the worst frame of ${protocol}, over an ordinary one, byte for byte`,
        target: `at most ${target} ×`,
        found: times(worst, ordinary),
        met: worst.nanosecondsPerByte <= target * ordinary.nanosecondsPerByte,
      })),
    };
  },
};

const times = (worst: Cost, ordinary: Cost): string =>
  `${(worst.nanosecondsPerByte / ordinary.nanosecondsPerByte).toFixed(1)} ×`;

function measureStream<State>(
  protocol: StreamProtocol<State>,
  ordinary: Uint8Array,
  worst: readonly WorstFrame<Uint8Array>[],
  quick: boolean,
): Costs {
  const framer = protocol.createFramer();
  let state = protocol.initialState;
  const hear = (frame: Uint8Array) => {
    for (const output of framer.push(frame))
      if (output.type === 'frame') state = protocol.receive(state, output.bytes, at).state;
  };
  return measure(hear, ordinary, worst, ({ length }) => length, quick);
}

/** The requests of the protocol `http`, as publications. */
function measurePublications<State>(
  protocol: BrokerProtocol<State>,
  worst: readonly WorstFrame<Uint8Array>[],
  quick: boolean,
): Costs {
  const { body } = ordinaryRequest(protocolModules.http);
  const topic = topicOf(worstIdentity, 'report');
  const ordinary = encodePublication({ topic, packet: 1, payload: Buffer.from(body) });
  return measure(
    (frame) => protocol.receive(protocol.initialState, frame, at),
    ordinary,
    worst,
    ({ length }) => length,
    quick,
  );
}

function measure<Frame>(
  hear: (frame: Frame) => unknown,
  ordinary: Frame,
  worst: readonly WorstFrame<Frame>[],
  sizeOf: (frame: Frame) => number,
  quick: boolean,
): Costs {
  const bytes = quick ? 20_000 : 2_000_000;
  const cost = (frame: Frame) => costOf(() => hear(frame), sizeOf(frame), bytes);
  return {
    ordinary: cost(ordinary),
    worst: worst.map(({ holds, frame }) => ({ holds, ...cost(frame) })),
  };
}

/** The fastest of five rounds: other work of the machine slows the others. */
function costOf(work: () => unknown, size: number, bytes: number): Cost {
  const count = Math.ceil(bytes / size);
  const rounds = Array.from({ length: 5 }, () => {
    const start = performance.now();
    for (let i = 0; i < count; i++) work();
    return (performance.now() - start) / count;
  });
  const milliseconds = Math.min(...rounds);
  return { milliseconds, nanosecondsPerByte: (1e6 * milliseconds) / size };
}

function ordinaryEview(): Uint8Array {
  const [uplink] = encodeUplinks({ identity: worstIdentity, count: 1, firstAt: at, sosEvery: 0 });
  if (uplink === undefined) throw new RangeError('no uplink');
  return uplink.bytes;
}

function ordinaryWatch(): Uint8Array {
  const fix = {
    at,
    valid: true,
    lat: 67.2835,
    lng: 14.38,
    speed: 4,
    course: 90,
    altitude: 10,
    satellites: 9,
    gsm: 80,
    battery: 55,
    steps: 1200,
    tumbles: 0,
    status: 0,
    cells: { timingAdvance: 1, mcc: 242, mnc: 1, list: [{ lac: 74, cid: 27781, rssi: 90 }] },
    wifi: [{ name: 'hjemme', mac: '02:ad:24:49:ea:60', rssi: -60 }],
  };
  const message = encodeWatchMessage({ type: 'position', word: 'UD_LTE', fix });
  return encodeWatchFrame({ manufacturer: '3G', id: '8800000015', index: null }, message);
}

const ordinaryFrames: Record<StreamProtocolKey, () => Uint8Array> = {
  eview: ordinaryEview,
  watch: ordinaryWatch,
};

function ordinaryRequest(protocol: RequestProtocol): DeviceRequest {
  const position = { lat: 67.2835, lng: 14.38, source: 'gps' as const, speed: 4, course: 90, accuracy: 5 };
  const sample = { metyId: 5 as const, events: [], at, historical: false, position, battery: { level: 80 } };
  return protocol.write(sample, { identity: worstIdentity, token: 'secret' });
}

function measureRequests(
  protocol: RequestProtocol,
  worst: readonly WorstFrame<DeviceRequest>[],
  quick: boolean,
): Costs {
  const ordinary = ordinaryRequest(protocol);
  return measure((request) => protocol.read(request), ordinary, worst, sizeOfRequest, quick);
}

function sizeOfRequest({ url, body }: DeviceRequest): number {
  return url.length + body.length;
}
