import { enteredSetting } from './entered-setting.ts';
import type { SettingDefinition, SettingValue } from './types.ts';

/**
 * Whether two values of a setting mean the same to a device, however they are written. Null: no value. All code that
 * compares values of settings uses it.
 */
export function sameValue(definition: SettingDefinition, a: SettingValue | null, b: SettingValue | null): boolean {
  if (a === null || b === null) return a === b;
  switch (definition.kind) {
    case 'toggle':
    case 'choice':
    case 'text':
      return a === b;
    case 'integer':
      return a === b || isNearest(a, b, definition.step ?? 1);
    case 'phone':
    case 'phones':
    case 'hours':
      return enteredSetting(definition, a) === enteredSetting(definition, b);
    case 'time':
      return withoutSeconds(a) === withoutSeconds(b);
  }
}

/** A device may report a fraction: the nearest step counts. */
function isNearest(a: SettingValue, b: SettingValue, step: number): boolean {
  return typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) * 2 < step;
}

/** `8:00:00` is 08:00. */
function withoutSeconds(time: SettingValue): string {
  const [hours = '', minutes = ''] = String(time).split(':');
  return `${hours.padStart(2, '0')}:${minutes}`;
}
