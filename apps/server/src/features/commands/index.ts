import type { FeatureOf } from '#platform/feature.ts';
import { type CommandsDependencies, commandHandlers } from './handlers.ts';

/** What a device is asked to do: find me, locate, tracking, restart; and how far it has come. */
export function createCommandsFeature(dependencies: CommandsDependencies): FeatureOf<'commands'> {
  return { group: 'commands', handlers: commandHandlers(dependencies) };
}
