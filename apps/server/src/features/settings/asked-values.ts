import { holds, isAvailable } from '@varde/catalogue/settings/conditions';
import { enteredValues } from '@varde/catalogue/settings/entered-setting';
import { sameValue } from '@varde/catalogue/settings/same-value';
import { savedValues } from '@varde/catalogue/settings/saved-values';
import type { KnownSetting } from '@varde/catalogue/settings/settings-for';
import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { type SettingError, validateSetting } from '@varde/catalogue/settings/validate-setting';
import { settingByKey } from '@varde/catalogue/settings/vocabulary';
import type { StoredSetting } from '#domain/settings/device-settings.ts';
import { AppError } from '#platform/app-error.ts';

interface SettingsOfDevice {
  /** Settings of its hardware and firmware. */
  known: readonly KnownSetting[];
  /** The subset that the caller may change. */
  open: readonly KnownSetting[];
  stored: ReadonlyMap<string, StoredSetting>;
}

/**
 * The values of a save that change something, by key: those that the device does not have and that are not on their
 * way, and those that the server keeps and did not have. Throws `validationFailed` for keys and values that are closed to the caller, that the hardware does not accept,
 * or that another setting excludes; the desired value of a setting that another one decides can be sent again.
 */
export function askedValues(
  given: SettingValues,
  { known, open, stored }: SettingsOfDevice,
): Map<string, SettingValue> {
  const present = presentValues(known, stored);
  const entered = enteredValues(known, given);
  const values = savedValues(known, present, entered);
  const after = { ...present, ...values };
  const isSentAgain = (setting: KnownSetting, value: SettingValue): boolean =>
    !isAvailable(setting, present) &&
    holds(setting.shownWhen, after) &&
    sameValue(setting, stored.get(setting.key)?.desired ?? null, value);
  refuseInvalid(entered, open, (setting, value) => isAvailable(setting, after) || isSentAgain(setting, value));
  return new Map(Object.entries(values).filter(([key, value]) => isWanted(key, stored.get(key), value)));
}

/** The present value of each setting: the desired one, else the reported one, else the default. */
export function presentValues(
  known: readonly KnownSetting[],
  stored: ReadonlyMap<string, StoredSetting>,
): SettingValues {
  return Object.fromEntries(
    known.map(({ key, default: initial }) => {
      const { desired = null, reported = null } = stored.get(key) ?? {};
      return [key, desired ?? reported ?? initial];
    }),
  );
}

type IsPossible = (setting: KnownSetting, value: SettingValue) => boolean;

/** `isPossible`: whether the other settings leave room for a value. */
function refuseInvalid(given: SettingValues, open: readonly KnownSetting[], isPossible: IsPossible): void {
  const errors = Object.entries(given).flatMap(([key, value]) => {
    const setting = open.find((one) => one.key === key);
    const message = setting === undefined ? 'unknownSetting' : faultOf(setting, value, isPossible);
    return message === null ? [] : [{ path: `values.${key}`, message }];
  });
  if (errors.length > 0) throw new AppError('validationFailed', errors);
}

const faultOf = (setting: KnownSetting, value: SettingValue, isPossible: IsPossible): SettingError | null =>
  validateSetting(setting, value) ?? (isPossible(setting, value) ? null : 'notAvailable');

/** It waits, it is sent, or the device has received it and reported nothing since. */
function isOnItsWay({ delivery, reportedAt }: StoredSetting): boolean {
  if (delivery === null || !delivery.ended) return delivery !== null;
  return delivery.state === 'confirmed' && (reportedAt === null || reportedAt < delivery.at);
}

/**
 * Saving a value again that is in flight or confirmed sends nothing; saving one again that failed, or changed on the
 * device since, sends it.
 */
function isWanted(key: string, stored: StoredSetting | undefined, value: SettingValue): boolean {
  const definition = settingByKey(key);
  if (stored === undefined || definition === undefined) return true;
  if (!sameValue(definition, stored.desired, value)) return true;
  if (definition.keptByServer) return false;
  return !isOnItsWay(stored) && !sameValue(definition, stored.reported, value);
}
