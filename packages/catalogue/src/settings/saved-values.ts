import { pageOf } from './pages.ts';
import type { SettingDefinition, SettingValues } from './types.ts';

/** Values with their effects on other settings (`sets`). A value that was given explicitly stays. */
export function withEffects(definitions: readonly SettingDefinition[], given: SettingValues): SettingValues {
  const offered = new Set(definitions.map(({ key }) => key));
  const effects = definitions.flatMap(({ key, sets = [] }) =>
    sets
      .filter((effect) => given[key] === effect.when && (effect.evenIfNotOffered || offered.has(effect.key)))
      .map((effect) => [effect.key, effect.to] as const),
  );
  return { ...Object.fromEntries(effects), ...given };
}

/**
 * The values stored by a save: with their effects, and with off for settings that are turned off whenever their page is
 * saved. `present` holds the previous value of each setting.
 */
export function savedValues(
  definitions: readonly SettingDefinition[],
  present: SettingValues,
  given: SettingValues,
): SettingValues {
  const values = withEffects(definitions, given);
  const pages = new Set(definitions.filter(({ key }) => Object.hasOwn(given, key)).map(pageOf));
  const off = definitions.filter(
    (definition) =>
      definition.turnedOffAtSave &&
      pages.has(pageOf(definition)) &&
      (values[definition.key] ?? present[definition.key]) === true,
  );
  return { ...values, ...Object.fromEntries(off.map(({ key }) => [key, false])) };
}
