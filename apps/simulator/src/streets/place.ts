/** A point on the earth, degrees WGS 84. */
export interface Place {
  lat: number;
  lng: number;
}

const metresPerDegree = 111_320;

/** Metres between two places that are less than some 100 km apart (equirectangular). */
export function metresBetween(a: Place, b: Place): number {
  const north = (b.lat - a.lat) * metresPerDegree;
  const east = (b.lng - a.lng) * metresPerDegree * Math.cos(radians((a.lat + b.lat) / 2));
  return Math.hypot(north, east);
}

/** Degrees clockwise from north, 0 ≤ course < 360, towards a place nearby. */
export function courseTo(from: Place, to: Place): number {
  const north = to.lat - from.lat;
  const east = (to.lng - from.lng) * Math.cos(radians(from.lat));
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

/** The position this many metres north and east of another. */
export function shifted(from: Place, northMetres: number, eastMetres: number): Place {
  return {
    lat: from.lat + northMetres / metresPerDegree,
    lng: from.lng + eastMetres / (metresPerDegree * Math.cos(radians(from.lat))),
  };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
