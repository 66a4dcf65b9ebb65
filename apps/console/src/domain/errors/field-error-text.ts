import type { TFunction } from 'i18next';

const known = [
  'orgNumber',
  'zip',
  'defaultAhp',
  'username',
  'mobile',
  'code',
  'validUntil',
  'maxUses',
  'confirmation',
  'saidAt',
  'days',
  'firstName',
  'lastName',
] as const;

/** The error text of a field that the server refused; `path` as in the body: `address.zip`. */
export function fieldErrorText(t: TFunction, path: string): string {
  const name = path.split('.').at(-1);
  const key = known.find((each) => each === name);
  return key === undefined ? t('fieldErrors.other') : t(`fieldErrors.${key}`);
}
