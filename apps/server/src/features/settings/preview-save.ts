import type { SettingValues } from '@varde/catalogue/settings/types';
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
  try {
    const asked = askedValues(values, { known, open, stored });
    const changes = [...asked].map(([key, to]) => ({ key, from: isSecret(key) ? null : (present[key] ?? null), to }));
    return { changes, refused: [] };
  } catch (error) {
    if (!(error instanceof AppError) || error.errors === undefined) throw error;
    const refused = error.errors.map(({ path, message }) => ({ key: path.replace(/^values\./, ''), reason: message }));
    return { changes: [], refused };
  }
}
