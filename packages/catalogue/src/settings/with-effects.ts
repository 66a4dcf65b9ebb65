import type { SettingDefinition, SettingValues } from './types.ts';

/** Values with those that they give to other settings (`sets`). A value that was given by itself stays as it is. */
export function withEffects(definitions: readonly SettingDefinition[], given: SettingValues): SettingValues {
  const effects = definitions.flatMap(({ key, sets = [] }) =>
    sets.filter(({ when }) => given[key] === when).map((effect) => [effect.key, effect.to] as const),
  );
  return { ...Object.fromEntries(effects), ...given };
}
