import { pageOf } from './pages.ts';
import type { SettingDefinition, SettingValues } from './types.ts';

/** Values with those that they give to other settings (`sets`). A value that was given by itself stays as it is. */
export function withEffects(definitions: readonly SettingDefinition[], given: SettingValues): SettingValues {
  const effects = definitions.flatMap(({ key, sets = [] }) =>
    sets.filter(({ when }) => given[key] === when).map((effect) => [effect.key, effect.to] as const),
  );
  return { ...Object.fromEntries(effects), ...given };
}

/**
 * What a save of these values stores: with their effects, and with off for what is turned off whenever its page is
 * saved. `present` is what each setting has before.
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
