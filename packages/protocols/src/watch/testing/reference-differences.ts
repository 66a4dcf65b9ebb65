import type { DeviceReport, Sample } from '@varde/catalogue/report';

/** Our result for a frame, as stated by a vector. */
export interface WatchExpectation {
  identity: string;
  word: string;
  report: DeviceReport;
  replies: string[];
}

/** The reference decoder's result, in its own words (protocol notes 6). */
export interface ReferenceResult {
  result: {
    fixTime?: string;
    valid?: boolean;
    lat?: number;
    lon?: number;
    altitude?: number;
    speedKnots?: number;
    course?: number;
    attributes?: Record<string, string | number | boolean>;
    network?: {
      cells?: { mcc: number; mnc: number; lac: number; cid: number; rssi?: number }[];
      wifi?: { mac: string; rssi?: number }[];
    };
  } | null;
  replies: string[];
}

const kmhPerKnot = 1.852;

/** The facts on which we and the reference differ. Every one of them needs a reason in the vectors. */
export function referenceDifferences(ours: WatchExpectation, reference: ReferenceResult): string[] {
  const theirs = referenceFacts(reference);
  const mine = ourFacts(ours);
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return [...names].filter((name) => JSON.stringify(theirs[name]) !== JSON.stringify(mine[name])).sort();
}

type Facts = Record<string, unknown>;

function referenceFacts({ result, replies }: ReferenceResult): Facts {
  const { attributes = {}, network } = result ?? {};
  const { pressureHigh, pressureLow } = attributes;
  return {
    time: result?.fixTime && Date.parse(result.fixTime),
    position: result?.lat === undefined ? undefined : [result.lat, result.lon],
    altitude: result?.altitude,
    speed: result?.speedKnots === undefined ? undefined : (result.speedKnots * kmhPerKnot).toFixed(2),
    course: result?.course,
    sat: attributes.sat,
    rssi: attributes.rssi,
    battery: attributes.batteryLevel,
    steps: attributes.steps,
    alarm: attributes.alarm,
    moving: attributes.motion,
    heartRate: attributes.heartRate,
    temperature: attributes.temp1,
    systolic: pressureHigh === undefined ? undefined : Number(pressureHigh),
    diastolic: pressureLow === undefined ? undefined : Number(pressureLow),
    cells: sorted(network?.cells?.map((cell) => [cell.mcc, cell.mnc, cell.lac, cell.cid, cell.rssi])),
    wifi: sorted(network?.wifi?.map(({ mac, rssi }) => [mac, rssi])),
    replies: replies.length > 0 ? replies : undefined,
  };
}

function ourFacts({ report, replies }: WatchExpectation): Facts {
  const sample: Partial<Sample> = report.samples[0] ?? {};
  const { position, health, events = [], cells, accessPoints } = sample;
  return {
    time: sample.at ?? undefined,
    position: position && [position.lat, position.lng],
    altitude: position?.altitude,
    speed: position?.speed?.toFixed(2),
    course: position?.course,
    sat: position?.numSatellites,
    rssi: sample.gsmStrength,
    battery: sample.battery?.level,
    steps: sample.steps,
    alarm: events.length > 0 ? events.map(({ code }) => alarmWords[code] ?? code).join(' ') : undefined,
    moving: sample.moving,
    heartRate: health?.heartRate,
    temperature: health?.temperature,
    systolic: health?.systolic,
    diastolic: health?.diastolic,
    cells: sorted(cells?.map((cell) => [cell.mcc, cell.mnc, cell.lac, cell.cid, cell.signalStrength])),
    wifi: sorted(accessPoints?.map(({ macAddress, signalStrength }) => [macAddress, signalStrength])),
    replies: replies.length > 0 ? replies : undefined,
  };
}

/** The reference's words where ours differ. */
const alarmWords: Record<string, string> = {
  alarm: 'general',
  fall: 'fallDown',
  watchRemoved: 'removing',
};

function sorted<T>(list: readonly T[] | undefined): string[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list.map((item) => JSON.stringify(item)).sort();
}
