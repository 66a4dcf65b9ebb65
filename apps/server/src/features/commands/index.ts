import type { FeatureOf } from '#platform/feature.ts';
import { type CommandsDependencies, commandHandlers } from './handlers.ts';

/** Actions on a device (find me, locate, tracking, restart) and their progress. */
export function createCommandsFeature(dependencies: CommandsDependencies): FeatureOf<'commands'> {
  return { group: 'commands', handlers: commandHandlers(dependencies) };
}
