import type { FeatureDependencies } from '#domain/feature-dependencies.ts';

export interface GeocodingDependencies extends Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> {
  /** An address service is configured. */
  hasService: boolean;
}
