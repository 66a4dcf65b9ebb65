import type { FeatureOf } from '#platform/feature.ts';
import { addressHandlers } from './address-handlers.ts';
import type { GeocodingDependencies } from './dependencies.ts';
import { searchHandlers } from './search-handlers.ts';

/** Addresses of places, and places of addresses: what is known, and what the job `address-lookup` is to ask. */
export function createGeocodingFeature(dependencies: GeocodingDependencies): FeatureOf<'geocoding'> {
  return { group: 'geocoding', handlers: { ...addressHandlers(dependencies), ...searchHandlers(dependencies) } };
}
