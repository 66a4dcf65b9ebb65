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

/** The service answers, but not this question: others may be asked at once. */
export class QuestionRefused extends Error {}

/**
 * A service that knows addresses. Each call throws `QuestionRefused`, or another error when the service does not answer as it
 * should: silence, a fault of its own, too many calls, or a page for people.
 */
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
