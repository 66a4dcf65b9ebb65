import type { AccessPoint } from '@varde/catalogue/report';
import { unknownStrength } from '@varde/contract/indoor-location-form';
import type { HeardReference } from '#domain/devices/heard-locations.ts';

/** A location, and how well what a device hears fits it. */
interface Candidate {
  location: HeardReference;
  matches: number;
  /** dBm, of its strongest reference point that is heard. */
  strongest: number;
  /** Mean difference between the strength now and in the scan, dB; Infinity: nothing to compare. */
  difference: number;
}

/**
 * The location that a device is at; null: none (decision 0023). `references`: those of its locations with an address
 * that it hears.
 */
export function chooseLocation(
  heard: readonly AccessPoint[],
  references: readonly HeardReference[],
): HeardReference | null {
  const strengths = new Map(heard.map(({ macAddress, signalStrength }) => [macAddress, signalStrength]));
  const candidates = [...Map.groupBy(references, ({ inloId }) => inloId).values()].flatMap((points) => {
    const matching = points.filter(({ macAddress }) => strengths.has(macAddress));
    return matching.length === 0 ? [] : [candidateOf(matching, strengths)];
  });
  return candidates.sort(byFit)[0]?.location ?? null;
}

function candidateOf(points: readonly HeardReference[], strengths: ReadonlyMap<string, number | undefined>): Candidate {
  const [location] = points;
  if (location === undefined) throw new RangeError('a location without a reference point');
  const now = points.map(({ macAddress }) => strengths.get(macAddress) ?? unknownStrength);
  const differences = points.flatMap(({ signalStrength }, index) => {
    const strength = now[index] ?? unknownStrength;
    return [signalStrength, strength].includes(unknownStrength) ? [] : [Math.abs(signalStrength - strength)];
  });
  const sum = differences.reduce((total, difference) => total + difference, 0);
  return {
    location,
    matches: points.length,
    strongest: Math.max(...now),
    difference: differences.length === 0 ? Infinity : sum / differences.length,
  };
}

/** Most matches; then strengths nearest to those of the scan; then the strongest; then the wearer's own; then the oldest. */
function byFit(a: Candidate, b: Candidate): number {
  return (
    b.matches - a.matches ||
    compare(a.difference, b.difference) ||
    b.strongest - a.strongest ||
    Number(b.location.own) - Number(a.location.own) ||
    a.location.inloId - b.location.inloId
  );
}

/** Infinity is equal to itself. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);
