import type { Geocoder } from './geocoder.ts';
import { createGoogle } from './google.ts';
import { createKartverket } from './kartverket.ts';
import { createNominatim } from './nominatim.ts';

const services = { kartverket: createKartverket, nominatim: createNominatim };

/** The services that can be configured by their address. */
export const addressServices = Object.keys(services) as (keyof typeof services)[];

interface GeocodingSettings {
  service: keyof typeof services;
  /** Null: nobody is asked but Google, where there is a key. */
  url: string | null;
  google: { url: string; key: string } | null;
}

/** Whom addresses are asked from, in this order; Google's service is the last. Empty: nobody. */
export function createGeocoders({ service, url, google }: GeocodingSettings): Geocoder[] {
  return [
    ...(url === null ? [] : [services[service](url)]),
    ...(google === null ? [] : [createGoogle(google.url, google.key)]),
  ];
}
