import { isAvailable } from '@varde/catalogue/settings/conditions';
import { sameValue } from '@varde/catalogue/settings/same-value';
import { settingsOf, storeDesired } from '#domain/settings/device-settings.ts';
import { settingsOfHardware } from '#domain/settings/wire-groups.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import { presentValues } from './asked-values.ts';
import { settingsChanged } from './refuse-stale.ts';
import { logSaved, type Save, type Saved } from './save-settings.ts';

/**
 * Makes values that the device has reported the desired ones, without a command; null when they are already. A value that
 * could not be chosen, as one between two options, can be kept. Throws `validationFailed` for keys that are closed to the
 * caller and for settings that others exclude or decide, and `settingsChanged` where the device has reported another value
 * by now or is being sent one. Call it in a transaction that holds the device's lock.
 */
export async function keepReported(tx: Database, save: Save): Promise<Saved | null> {
  const { device, open, userId, at } = save;
  const known = settingsOfHardware(device);
  const stored = await settingsOf(tx, device.deviId);
  const after = { ...presentValues(known, stored), ...save.values };
  const given = Object.entries(save.values).map(([key, value]) => {
    const setting = open.find((one) => one.key === key);
    if (setting === undefined) throw refused(key, 'unknownSetting');
    if (!isAvailable(setting, after)) throw refused(key, 'notAvailable');
    const { desired = null, reported = null, deviates = false } = stored.get(key) ?? {};
    const isReported = sameValue(setting, reported, value);
    return { key, reported, isKept: isReported && sameValue(setting, desired, value), isReported, deviates };
  });
  const changed = given.filter(({ isKept, isReported, deviates }) => !isKept && !(isReported && deviates));
  if (changed.length > 0) throw settingsChanged(changed.map(({ key }) => key));
  const asked = new Map(
    given.flatMap(({ key, reported, isKept }) => (isKept || reported === null ? [] : [[key, reported] as const])),
  );
  if (asked.size === 0) return null;
  await storeDesired(tx, { deviId: device.deviId, userId, at }, asked);
  return logSaved(tx, save, { known, stored, asked, from: ({ desired }) => desired });
}

const refused = (key: string, message: string): AppError =>
  new AppError('validationFailed', [{ path: `values.${key}`, message }]);
