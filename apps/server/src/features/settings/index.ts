import type { FeatureOf } from '#platform/feature.ts';
import { type SettingsDependencies, settingsHandlers } from './handlers.ts';

/** A device's settings: what staff ask for, what the device has, and how far the change has come. */
export function createSettingsFeature(dependencies: SettingsDependencies): FeatureOf<'settings'> {
  return { group: 'settings', handlers: settingsHandlers(dependencies) };
}
