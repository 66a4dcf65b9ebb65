import type { ReportedPosition } from '@varde/catalogue/report';
import type { KeptFields } from './kept-fields.ts';
import { lies } from './plausible.ts';
import { present } from './present.ts';

type PositionFields = { [K in keyof ReportedPosition]?: ReportedPosition[K] | undefined } & Pick<
  ReportedPosition,
  'source'
>;

/**
 * The position that a device reports, with its possible values; the others are kept. `hasFix` false: the device itself
 * reports that the coordinates are zero or old, and there is no position. 0,0 is not a position either.
 */
export function plausiblePosition(
  kept: KeptFields,
  hasFix: boolean,
  { lat, lng, source, ...more }: PositionFields,
): ReportedPosition | undefined {
  if ((lat ?? 0) === 0 && (lng ?? 0) === 0) return undefined;
  const coordinates = `${lat ?? ''} ${lng ?? ''}`;
  if (!hasFix) {
    kept.keep('placeWithoutFix', coordinates);
    return undefined;
  }
  if (lat === undefined || lng === undefined || !lies(lat, [-90, 90]) || !lies(lng, [-180, 180])) {
    kept.keep('implausiblePlace', coordinates);
    return undefined;
  }
  const course = kept.within('course', more.course);
  return present({
    lat,
    lng,
    source,
    accuracy: kept.within('accuracy', more.accuracy),
    altitude: kept.within('altitude', more.altitude),
    speed: kept.within('speed', more.speed),
    course: course === 360 ? 0 : course,
    numSatellites: kept.within('satellites', more.numSatellites),
    hdop: kept.within('hdop', more.hdop),
  });
}
