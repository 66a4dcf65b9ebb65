import type { FeatureOf } from '#platform/feature.ts';
import { type SettingsDependencies, settingsHandlers } from './handlers.ts';

/** A device's settings: desired values, reported values, and the progress of each change. */
export function createSettingsFeature(dependencies: SettingsDependencies): FeatureOf<'settings'> {
  return { group: 'settings', handlers: settingsHandlers(dependencies) };
}
