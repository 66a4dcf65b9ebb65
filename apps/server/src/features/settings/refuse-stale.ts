import { sameValue } from '@varde/catalogue/settings/same-value';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import { AppError } from '#platform/app-error.ts';

/** Throws `settingsChanged` for the settings whose present value is not the one from which the caller began. */
export function refuseStale(
  asked: ReadonlyMap<string, SettingValue>,
  began: SettingValues,
  present: SettingValues,
): void {
  const stale = Object.entries(began).filter(([key, from]) => {
    const definition = settingByKey(key);
    return definition !== undefined && asked.has(key) && !sameValue(definition, present[key] ?? null, from);
  });
  if (stale.length > 0) throw settingsChanged(stale.map(([key]) => key));
}

export const settingsChanged = (keys: readonly string[]): AppError =>
  new AppError(
    'settingsChanged',
    keys.map((key) => ({ path: `values.${key}`, message: 'changed' })),
  );
