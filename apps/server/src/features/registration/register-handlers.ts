import { beginningOf } from '@varde/catalogue/beginning-of';
import type { api } from '@varde/contract/api';
import { insertRegistration } from '#domain/accounts/registrations.ts';
import { findFirmOfCode } from '#domain/customers/redeem-coupon.ts';
import { AppError } from '#platform/app-error.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { hashPassword } from '#platform/secrets/passwords.ts';
import { checkedMobile } from './checked-user.ts';
import { countAttempt } from './limits.ts';
import type { RegistrationDependencies } from './registration-dependencies.ts';

/**
 * Registers a person or a firm. The registration is only stored, even when the username has an account or the number a
 * customer: answer and work are the same. A job writes the mail with the confirmation link.
 */
export function registerHandlers(
  dependencies: RegistrationDependencies,
): Pick<Handlers<(typeof api)['registration']>, 'registerPrivate' | 'registerCompany'> {
  const { db, clock } = dependencies;
  return {
    async registerPrivate({ params: { couponCode }, body: { user, customer } }, _caller, { request }) {
      const { address } = request.arrival;
      await countAttempt(dependencies, 'register', address);
      const now = clock.now();
      const firm = await findFirmOfCode(db, couponCode, new Date(now));
      if (firm === null) throw new AppError('validationFailed', [{ path: 'couponCode', message: 'does not work' }]);
      const mobile = checkedMobile(firm.market, user, 'user.');
      await insertRegistration(db, now, {
        kind: 'private',
        ...(await personOf(user)),
        mobile,
        firmName: beginningOf(`${user.firstName} ${user.lastName}`, 120),
        market: firm.market,
        couponCode,
        ...fixedOf(customer),
        registeredFrom: address,
      });
      return {};
    },

    async registerCompany({ body: { user, customer } }, _caller, { request }) {
      const { address } = request.arrival;
      await countAttempt(dependencies, 'register', address);
      const mobile = checkedMobile(customer.market, user, 'user.');
      await insertRegistration(db, clock.now(), {
        kind: 'firm',
        ...(await personOf(user)),
        mobile,
        firmName: customer.name,
        market: customer.market,
        orgNumber: customer.orgNum,
        reference: customer.reference || null,
        address: customer.address,
        billingAddress: customer.billingAddress,
        ...fixedOf(customer),
        registeredFrom: address,
      });
      return {};
    },
  };
}

interface Person {
  firstName: string;
  lastName: string;
  username: string;
  passwordClear: string;
  language: 'nb_no' | 'en';
}

const personOf = async ({ firstName, lastName, username, passwordClear, language }: Person) => ({
  firstName,
  lastName,
  username,
  passwordHash: await hashPassword(passwordClear),
  language: language === 'en' ? 'en' : 'nb',
});

/** Country and alarm centre: every registration sends them, as the specification says. */
const fixedOf = ({ countryId, ahpId }: { countryId: number; ahpId: number }) => ({ countryId, ahpId });
