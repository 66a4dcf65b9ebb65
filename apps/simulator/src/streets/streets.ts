import { metresBetween, type Place } from './place.ts';

export interface Street {
  town: string;
  /** Corners in walking order. */
  line: readonly Place[];
}

/** `lat,lng` pairs, drawn by hand along streets of the three towns; near enough for a walk, not a survey. */
function street(town: string, ...corners: [lat: number, lng: number][]): Street {
  return { town, line: corners.map(([lat, lng]) => ({ lat, lng })) };
}

export const streets: readonly Street[] = [
  street('Bodø', [67.2819, 14.3697], [67.2824, 14.3743], [67.2829, 14.3789], [67.2836, 14.3851], [67.2843, 14.3905]),
  street('Bodø', [67.2835, 14.3709], [67.2841, 14.3766], [67.285, 14.3838], [67.2862, 14.3911]),
  street('Bodø', [67.2866, 14.3938], [67.2893, 14.3976], [67.2921, 14.4012], [67.2953, 14.4047]),
  street('Bodø', [67.2799, 14.3812], [67.2783, 14.3889], [67.2776, 14.3986], [67.2772, 14.4083]),
  street('Ålesund', [62.4714, 6.1493], [62.4719, 6.1536], [62.4722, 6.1584], [62.4721, 6.1639]),
  street('Ålesund', [62.4733, 6.1441], [62.4728, 6.1482], [62.4726, 6.1521], [62.4727, 6.1562]),
  street('Ålesund', [62.4717, 6.1712], [62.4711, 6.1794], [62.4708, 6.1889], [62.471, 6.1975]),
  street(
    'Lillehammer',
    [61.1098, 10.4704],
    [61.1121, 10.4683],
    [61.1147, 10.4661],
    [61.1174, 10.4638],
    [61.1196, 10.4622],
  ),
  street('Lillehammer', [61.1131, 10.4589], [61.1152, 10.4606], [61.1176, 10.4611], [61.1203, 10.4598]),
  street('Lillehammer', [61.1149, 10.4726], [61.1172, 10.4752], [61.1199, 10.4781], [61.1228, 10.4803]),
];

const nearbyMetres = 30_000;

/**
 * The streets of the town around a position. Far from all three towns the walk keeps its shape and begins at the
 * position itself.
 */
export function streetsAround(home: Place): Place[][] {
  const near = streets.filter(({ line }) => line.some((corner) => metresBetween(corner, home) < nearbyMetres));
  if (near.length > 0) return near.map(({ line }) => [...line]);
  return streets.map(({ line }) => movedTo(home, line));
}

function movedTo(home: Place, line: readonly Place[]): Place[] {
  const [first] = line;
  if (first === undefined) return [home];
  return line.map(({ lat, lng }) => ({
    lat: home.lat + (lat - first.lat),
    lng: home.lng + (lng - first.lng),
  }));
}
