import type { SettingValue, SettingValues } from '@varde/catalogue/settings/types';
import { validateSetting } from '@varde/catalogue/settings/validate-setting';
import { type SettingKey, settingByKey, vocabulary } from '@varde/catalogue/settings/vocabulary';
import { asText, isObject, memberNames } from '../json.ts';
import type { KeptFields } from '../kept-fields.ts';
import { booleanValue, numberValue } from '../text-values.ts';

/**
 * The settings that travel: all of the vocabulary but those that Varde acts on itself. Each is written by a command of its
 * own, so that a later change of one replaces no other one that still waits.
 */
export const carriedSettings: readonly SettingKey[] = vocabulary
  .filter(({ keptByServer }) => !keptByServer)
  .map(({ key }) => key);

const carried: ReadonlySet<string> = new Set(carriedSettings);
const inSettings = memberNames(...carriedSettings);

/** The settings that not every unit of a type has: a report with the setting announces it. */
export const settingsOfSomeUnits: readonly SettingKey[] = ['screenBrightness'];

/** Whether a device may be given these values: known settings, each with a value of its widest domain. */
export function areCarried(values: SettingValues): boolean {
  const given = Object.entries(values);
  return given.length > 0 && given.every(([key, value]) => carried.has(key) && isLegal(key, value));
}

/** The settings that a device reports; undefined: none. Unknown keys and impossible values are kept and are no settings. */
export function readSettings(given: unknown, kept: KeptFields): SettingValues | undefined {
  if (given === undefined || given === null) return undefined;
  if (!isObject(given)) {
    kept.keepAs('settings', asText(given));
    return undefined;
  }
  const read: [string, SettingValue][] = [];
  for (const [key, value] of Object.entries(inSettings(given))) {
    const meant = carried.has(key) ? meantValue(key, value) : undefined;
    if (meant !== undefined) read.push([key, meant]);
    else kept.keepAs(`settings.${key}`, settingByKey(key)?.secret ? '•' : asText(value));
  }
  return read.length > 0 ? Object.fromEntries(read) : undefined;
}

/** The value as it is given; or as yes or no, as a number or as text, where only that is a value of the setting. */
function meantValue(key: string, given: unknown): SettingValue | undefined {
  const readings = [
    given,
    booleanValue(given),
    numberValue(given),
    typeof given === 'number' ? String(given) : undefined,
  ];
  return readings.find((reading): reading is SettingValue => reading !== undefined && isLegal(key, reading));
}

function isLegal(key: string, value: unknown): boolean {
  const definition = settingByKey(key);
  return definition !== undefined && validateSetting(definition, value as SettingValue) === null;
}
