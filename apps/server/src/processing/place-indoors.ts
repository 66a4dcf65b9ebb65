import type { AccessPoint, Sample } from '@varde/catalogue/report';
import { unknownStrength } from '@varde/contract/indoor-location-form';
import {
  findHeardAccessPoints,
  findHeardReferences,
  type HeardAccessPoint,
  type HeardReference,
} from '#domain/devices/heard-locations.ts';
import type { Database } from '#platform/database/database.ts';
import { assignmentOf, isPresent } from './assignment-of.ts';
import type { Batch, MessageEntry, PlacedSample } from './batch.ts';
import { besideAlarms } from './beside-alarms.ts';
import { chooseLocation } from './choose-location.ts';
import { credibleTime } from './device-time.ts';

type HearingSample = Sample & { accessPoints: AccessPoint[] };

/**
 * Samples with access points of a known indoor location get its number, its name as their place and, without a position
 * of their own, its position. Others without a position are where the strongest access point stands that people have
 * named, if its place was known then. Only those of the present wearer: a location belongs to a wearer or to a customer.
 */
export async function placeIndoors(
  batch: Pick<Batch, 'tx' | 'now' | 'faults'>,
  messages: readonly MessageEntry[],
): Promise<void> {
  const hears = (entry: MessageEntry) => (sample: Sample) => isHearing(entry, sample, batch.now);
  const hearing = messages.filter((entry) => entry.samples.some(hears(entry)));
  const found = await besideAlarms(batch, 'indoor locations', hearing, (tx, some) =>
    placedSamples(tx, batch.now, some),
  );
  for (const { entry, samples } of found.flat()) entry.samples = samples;
}

interface PlacedSamples {
  entry: MessageEntry;
  samples: readonly PlacedSample[];
}

async function placedSamples(tx: Database, now: number, hearing: readonly MessageEntry[]): Promise<PlacedSamples[]> {
  const heard = hearing.flatMap((entry) =>
    entry.samples
      .filter((sample) => isHearing(entry, sample, now))
      .flatMap(({ accessPoints = [] }) => accessPoints)
      .map(({ macAddress }) => ({ devi_id: entry.device.before.deviId, mac_address: macAddress })),
  );
  const distinct = new Map(heard.map((one) => [`${one.devi_id} ${one.mac_address}`, one]));
  const references = Map.groupBy(await findHeardReferences(tx, [...distinct.values()]), ({ deviId }) => deviId);
  const points = Map.groupBy(await findHeardAccessPoints(tx, [...distinct.values()]), ({ deviId }) => deviId);
  return hearing.map((entry) => {
    const { deviId } = entry.device.before;
    const known = { references: references.get(deviId) ?? [], points: points.get(deviId) ?? [] };
    const samples = entry.samples.map((sample) => (isHearing(entry, sample, now) ? placed(sample, known) : sample));
    return { entry, samples };
  });
}

/** Whether it lists what the present wearer's device heard. */
function isHearing({ device, uplink }: MessageEntry, sample: Sample, now: number): sample is HearingSample {
  const { accessPoints = [], historical } = sample;
  if (accessPoints.length === 0) return false;
  const receivedAt = new Date(uplink.receivedAt);
  const at = new Date(credibleTime(sample.at, uplink.receivedAt) ?? uplink.receivedAt);
  return isPresent(device, assignmentOf(device, { at, receivedAt, historical }, now).assignmentId);
}

interface Known {
  references: readonly HeardReference[];
  points: readonly HeardAccessPoint[];
}

function placed(sample: HearingSample, { references, points }: Known): PlacedSample {
  const location = chooseLocation(sample.accessPoints, references);
  if (location === null) return sample.position === undefined ? placedByPoint(sample, points) : sample;
  const { inloId, name, lat, lng } = location;
  const source = sample.accessPoints.some(({ type }) => type === 'W') ? 'wifi' : 'beacon';
  return { ...sample, inloId, place: name, position: sample.position ?? { lat, lng, source } };
}

/** Where the strongest access point stands of those that people have named. */
function placedByPoint(sample: HearingSample, points: readonly HeardAccessPoint[]): PlacedSample {
  const byAddress = new Map(points.map((point) => [point.macAddress, point]));
  const [strongest] = sample.accessPoints
    .filter(({ macAddress }) => byAddress.has(macAddress))
    .sort((a, b) => (b.signalStrength ?? unknownStrength) - (a.signalStrength ?? unknownStrength));
  const point = strongest && byAddress.get(strongest.macAddress);
  if (strongest === undefined || point === undefined) return sample;
  const { dekmId, name, lat, lng } = point;
  return { ...sample, dekmId, place: name, position: { lat, lng, source: strongest.type === 'W' ? 'wifi' : 'beacon' } };
}
