import { expect, it } from 'vitest';
import { errorText, faultText } from './fault-text.ts';
import { registrationTexts } from './registration-texts.ts';

const texts = registrationTexts.nb;
const fault = (fields: Record<string, string>) => ({ code: 'validationFailed' as const, fields });

it('finds a field’s fault from a check or from the registration itself', () => {
  expect(faultText(texts, fault({ 'user.mobile': 'is no phone number' }), 'mobile')).toBe(texts.faults.mobile);
  expect(faultText(texts, fault({ mobile: 'is no phone number' }), 'mobile')).toBe(texts.faults.mobile);
  expect(faultText(texts, fault({ 'customer.address.zip': 'x' }), 'address.zip')).toBe(texts.faults.zip);
  expect(faultText(texts, fault({ mobile: 'x' }), 'username')).toBeUndefined();
  expect(faultText(texts, null, 'mobile')).toBeUndefined();
});

it('explains why a password is refused, and reports an unknown fault as a failure', () => {
  expect(faultText(texts, fault({ 'user.passwordClear': 'tooCommon' }), 'passwordClear')).toBe(
    texts.passwordFaults.tooCommon,
  );
  expect(errorText(texts, { code: 'internalError', fields: {} })).toBe(texts.errors.other);
});

it('asks for an empty required field, whatever its other faults', () => {
  expect(faultText(texts, fault({ mobile: 'missing' }), 'mobile')).toBe(texts.faults.missing);
  expect(faultText(texts, fault({ repeated: 'is another' }), 'repeated')).toBe(texts.faults.repeated);
});
