import type { MarketId } from '@varde/catalogue/markets';
import { passwordFault } from '#domain/accounts/password-policy.ts';
import { phoneNumber } from '#domain/accounts/phone-number.ts';
import { AppError } from '#platform/app-error.ts';

interface UserInput {
  username: string;
  mobile: string;
  passwordClear?: string | undefined;
}

/** The mobile number in its stored form. Throws with every invalid field, each under `prefix`. */
export function checkedMobile(market: MarketId, user: UserInput, prefix: string): string {
  const mobile = phoneNumber(market, user.mobile);
  const fault = user.passwordClear === undefined ? null : passwordFault(user.passwordClear, user.username);
  const errors = [
    ...(mobile === null ? [{ path: `${prefix}mobile`, message: 'is no phone number' }] : []),
    ...(fault === null ? [] : [{ path: `${prefix}passwordClear`, message: fault }]),
  ];
  if (mobile === null || errors.length > 0) throw new AppError('validationFailed', errors);
  return mobile;
}
