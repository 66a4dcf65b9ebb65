import type { SettingDefinition, SettingValue } from './types.ts';

/** Why a value was refused. Text: `settings.errors.<code>` in the console's texts. */
export type SettingError =
  | 'wrongType'
  | 'notAnOption'
  | 'tooSmall'
  | 'tooLarge'
  | 'notAStep'
  | 'tooShort'
  | 'tooLong'
  | 'forbiddenCharacter'
  | 'notDigits'
  | 'notAPhoneNumber'
  | 'tooManyNumbers'
  | 'notATime'
  | 'notHours'
  /** Other settings must change first. */
  | 'notAvailable';

/** International form, or a national or short number as a device in that country dials it. Empty: no number. */
const phoneNumber = /^(\+[1-9][0-9]{6,14}|[0-9]{3,15})?$/;
const timeOfDay = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const hours = /^(([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9])?$/;
/** Line ends and other control characters could end a command on the wire. */
const controlCharacter = /\p{Cc}/u;

/** Whether a device may be given this value: null, or the reason why not. */
export function validateSetting(definition: SettingDefinition, value: SettingValue): SettingError | null {
  switch (definition.kind) {
    case 'toggle':
      return typeof value === 'boolean' ? null : 'wrongType';
    case 'choice':
      return definition.options.some((option) => option.value === value) ? null : 'notAnOption';
    case 'integer':
      return integerError(definition, value);
    case 'text':
      return textError(definition, value);
    case 'phone':
      return patternError(phoneNumber, value, 'notAPhoneNumber');
    case 'phones':
      return phonesError(definition.most, value);
    case 'time':
      return definition.options?.includes(String(value)) === false
        ? 'notAnOption'
        : patternError(timeOfDay, value, 'notATime');
    case 'hours':
      return hoursError(value);
  }
}

function integerError(
  { min, max, step = 1 }: Extract<SettingDefinition, { kind: 'integer' }>,
  value: SettingValue,
): SettingError | null {
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'wrongType';
  if (value < min) return 'tooSmall';
  if (value > max) return 'tooLarge';
  return (value - min) % step === 0 ? null : 'notAStep';
}

function textError(
  { minLength = 0, maxLength, digits, default: initial }: Extract<SettingDefinition, { kind: 'text' }>,
  value: SettingValue,
): SettingError | null {
  if (typeof value !== 'string') return 'wrongType';
  if (value.length < minLength && value !== initial) return 'tooShort';
  if (value.length > maxLength) return 'tooLong';
  if (digits && !/^[0-9]*$/.test(value)) return 'notDigits';
  return controlCharacter.test(value) ? 'forbiddenCharacter' : null;
}

function phonesError(most: number, value: SettingValue): SettingError | null {
  if (typeof value !== 'string') return 'wrongType';
  if (value === '') return null;
  const numbers = value.split(',');
  if (numbers.length > most) return 'tooManyNumbers';
  return numbers.every((number) => number !== '' && phoneNumber.test(number)) ? null : 'notAPhoneNumber';
}

/** Hours that end as they begin are none: the whole day and nothing would look alike. */
function hoursError(value: SettingValue): SettingError | null {
  const error = patternError(hours, value, 'notHours');
  const [from, to] = String(value).split('-');
  return error === null && to !== undefined && from === to ? 'notHours' : error;
}

function patternError(pattern: RegExp, value: SettingValue, code: SettingError): SettingError | null {
  if (typeof value !== 'string') return 'wrongType';
  return pattern.test(value) ? null : code;
}
