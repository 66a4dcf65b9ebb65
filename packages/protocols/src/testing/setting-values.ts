import type { SettingDefinition, SettingValue } from '@varde/catalogue/settings/types';
import fc from 'fast-check';

const timeOfDay = fc.stringMatching(/^([01][0-9]|2[0-3]):[0-5][0-9]$/);

/** Every value that a device may be given, by `validateSetting`. */
export function legalValues(setting: SettingDefinition): fc.Arbitrary<SettingValue> {
  switch (setting.kind) {
    case 'toggle':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...setting.options.map(({ value }) => value));
    case 'integer':
      return fc
        .nat(Math.floor((setting.max - setting.min) / (setting.step ?? 1)))
        .map((steps) => setting.min + steps * (setting.step ?? 1));
    case 'text':
      if (setting.digits)
        return fc.oneof(
          fc.constant(setting.default),
          fc.stringMatching(new RegExp(`^[0-9]{${setting.minLength ?? 0},${setting.maxLength}}$`)),
        );
      return fc.string({ minLength: setting.minLength ?? 0, maxLength: setting.maxLength, unit: 'grapheme' });
    case 'phone':
      return fc.stringMatching(/^(\+[1-9][0-9]{6,14}|[0-9]{3,15}|)$/);
    case 'phones':
      return fc
        .array(fc.stringMatching(/^(\+[1-9][0-9]{6,14}|[0-9]{3,15})$/), { maxLength: setting.most })
        .map((numbers) => numbers.join(','));
    case 'hours':
      return fc.tuple(timeOfDay, timeOfDay).map(([from, to]) => (from === to ? '' : `${from}-${to}`));
    case 'time':
      if (setting.options) return fc.constantFrom(...setting.options);
      return timeOfDay;
  }
}

/** Illegal values: beyond the wire format, and characters that could end a command or begin another. */
export const worstValues: fc.Arbitrary<SettingValue> = fc.oneof(
  fc.boolean(),
  fc.double(),
  fc.maxSafeInteger(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ',', ']', '[3G*', '\r\n', '\0', '+'.repeat(30), '1,2', '}', -0, 2 ** 32, 2 ** 53, 1e308),
);
