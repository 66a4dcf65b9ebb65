import type { FormFault } from '../form/use-public-form.ts';
import type { RegistrationTexts } from './registration-texts.ts';

/** The server names fields as in the body: `user.mobile`, `customer.address.zip`; the checks omit the first part. */
const prefixes = ['', 'user.', 'customer.'];

/** The error text of a field, by its path without the first part of the body. */
export function faultText(texts: RegistrationTexts, fault: FormFault | null, path: string): string | undefined {
  const message = prefixes.map((prefix) => fault?.fields[`${prefix}${path}`]).find((found) => found !== undefined);
  if (message === undefined) return undefined;
  if (message === 'missing') return texts.faults.missing;
  if (path === 'passwordClear') {
    const known: Record<string, string> = texts.passwordFaults;
    return known[message] ?? texts.faults.missing;
  }
  const known: Record<string, string> = texts.faults;
  return known[path.split('.').at(-1) ?? ''] ?? texts.faults.other;
}

/** The error text of the whole form. */
export function errorText(texts: RegistrationTexts, { code }: FormFault): string {
  const known: Record<string, string> = texts.errors;
  return known[code] ?? texts.errors.other;
}
