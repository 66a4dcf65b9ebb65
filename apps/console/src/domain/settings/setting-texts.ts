import type { SettingDefinition, SettingGroup, SettingUnit, SettingValue } from '@varde/catalogue/settings/types';
import i18next, { type TFunction } from 'i18next';

/** Texts of the vocabulary's keys, which are not typed: `settings.<key>.<part>`. */
export function settingText(t: TFunction, key: string, part: string): string | undefined {
  const path = `settings.${key}.${part}`;
  return i18next.exists(path) ? t(path as 'settings.heartbeatInterval.label') : undefined;
}

export function settingLabel(t: TFunction, key: string): string {
  return settingText(t, key, 'label') ?? key;
}

export function groupText(t: TFunction, group: SettingGroup): string {
  return t(`settings.groups.${group}`);
}

/** Why a value was refused, by a code of the catalogue or of the server. */
export function settingErrorText(t: TFunction, code: string): string {
  const path = `settings.errors.${code}`;
  return i18next.exists(path) ? t(path as 'settings.errors.wrongType') : t('settings.errors.other');
}

const minutesIn: Partial<Record<SettingUnit, number>> = { s: 1 / 60, min: 1, h: 60 };

/** A value in words: an option's text, a duration, a number with its unit. A secret one is not told. */
export function settingValueText(t: TFunction, definition: SettingDefinition, value: SettingValue): string {
  if (definition.secret && value !== '') return '••••';
  if (typeof value === 'boolean') return value ? t('settings.on') : t('settings.off');
  const own = ownText(t, definition, value);
  if (own !== undefined) return own;
  if (value === '') return t('settings.empty');
  if (definition.kind === 'phones') return String(value).replaceAll(',', ', ');
  if (definition.kind === 'hours') return String(value).replace('-', '–');
  if (definition.unit === 'utc') return utcText(Number(value));
  const minutes = definition.unit && minutesIn[definition.unit];
  if (typeof value === 'number' && minutes) return durationText(t, Math.round(value * minutes * 60));
  return definition.unit ? t('settings.withUnit', { value, unit: definition.unit }) : String(value);
}

/** Minutes ahead of UTC: `UTC+1`, `UTC−3:30`. */
function utcText(minutes: number): string {
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const sign = minutes < 0 ? '−' : '+';
  return minutes === 0 ? 'UTC' : `UTC${sign}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** A value as an option of a list: choosing the 0 of a duration turns it off (specification 1, section 9 "Labels"). */
export function optionText(t: TFunction, definition: SettingDefinition, value: SettingValue): string {
  const turnsOff = value === 0 && definition.unit !== undefined && minutesIn[definition.unit] !== undefined;
  return turnsOff && !ownText(t, definition, value) ? t('settings.deactivate') : settingValueText(t, definition, value);
}

/** The words of the setting itself for one of its options. */
const ownText = (t: TFunction, { kind, key }: SettingDefinition, value: SettingValue): string | undefined =>
  kind === 'choice' ? settingText(t, key, `options.${value}`) : undefined;

const steps = [
  { unit: 'weeks', seconds: 604_800 },
  { unit: 'days', seconds: 86_400 },
  { unit: 'hours', seconds: 3600 },
  { unit: 'minutes', seconds: 60 },
  { unit: 'seconds', seconds: 1 },
] as const;

/** In the largest unit that divides it (specification 1, section 9 "Time options"). Zero means off. */
function durationText(t: TFunction, seconds: number): string {
  if (seconds === 0) return t('settings.off');
  const step = steps.find((each) => seconds % each.seconds === 0);
  return step ? t(`settings.durations.${step.unit}`, { count: seconds / step.seconds }) : String(seconds);
}
