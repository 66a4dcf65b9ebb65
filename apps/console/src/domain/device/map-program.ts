/** A place on a map of the web, which a telephone may open in its own program for maps. */
export const mapProgramLink = (lat: number, lng: number): string =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
