/** Where something is, in degrees. */
export interface Point {
  lat: number;
  lng: number;
}

/** Without a place: it completes what is typed, and a search finds where it is. */
export interface FoundAddress {
  address: string;
  place: Point | null;
}

/** A service that knows addresses. Each call throws when the service does not answer as it should. */
export interface Geocoder {
  /** Calls of one source are spaced, whichever process makes them. */
  source: 'kartverket' | 'nominatim' | 'google';
  /** The address nearest to a place; empty: there is none. */
  reverse(place: Point): Promise<string>;
  /** Addresses for whole words, the best first. */
  search(words: string): Promise<FoundAddress[]>;
  /** Addresses that begin as what is typed. */
  complete(words: string): Promise<FoundAddress[]>;
}

/** Addresses of one search. */
export const mostFound = 5;
