import { sameValue } from '@varde/catalogue/settings/same-value';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import { settingsOf } from '#domain/settings/device-settings.ts';
import { settingsOfHardware } from '#domain/settings/wire-groups.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import { askedValues, presentValues } from './asked-values.ts';
import type { DeviceWithSettings } from './present-settings.ts';

/** What a save of these values would change on a device, with the present values, or what the device refuses. */
export async function previewSave(db: Database, { device, open }: DeviceWithSettings, values: SettingValues) {
  const known = settingsOfHardware(device);
  const stored = await settingsOf(db, device.deviId);
  const present = presentValues(known, stored);
  const isSecret = (key: string) => known.some((setting) => setting.key === key && setting.secret);
  const isSame = (key: string, a: SettingValue | null, b: SettingValue): boolean => {
    const definition = settingByKey(key);
    return definition === undefined ? a === b : sameValue(definition, a, b);
  };
  try {
    const asked = askedValues(values, { known, open, stored });
    const changes = [...asked].flatMap(([key, to]) => {
      if (isSecret(key)) return [{ key, from: null, to }];
      const from = present[key] ?? null;
      if (!isSame(key, from, to)) return [{ key, from, to }];
      // The value that the device has by default is no change of it; one that has not reached it is.
      const kept = stored.get(key);
      if (kept === undefined) return [];
      return [{ key, from: isSame(key, kept.reported, to) ? null : kept.reported, to }];
    });
    return { changes, refused: [] };
  } catch (error) {
    if (!(error instanceof AppError) || error.errors === undefined) throw error;
    const refused = error.errors.map(({ path, message }) => ({ key: path.replace(/^values\./, ''), reason: message }));
    return { changes: [], refused };
  }
}
