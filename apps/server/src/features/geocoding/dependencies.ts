import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { Geocoder } from '#platform/geocoding/geocoder.ts';

export interface GeocodingDependencies extends Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> {
  /** The configured address services; the calls ask none of them. */
  geocoders: readonly Geocoder[];
}
