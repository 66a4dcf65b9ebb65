import type { api } from '@varde/contract/api';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { checkedMobile } from './checked-user.ts';
import { findFirmOfCode, useCode } from './coupons.ts';
import { countAttempt } from './limits.ts';
import { register } from './register.ts';
import type { RegistrationDependencies } from './registration-dependencies.ts';
import { isOrgNumberTaken } from './store.ts';

export function registerHandlers({
  db,
  clock,
  attempts,
}: Omit<RegistrationDependencies, 'register'>): Pick<
  Handlers<(typeof api)['registration']>,
  'registerPrivate' | 'registerCompany'
> {
  return {
    async registerPrivate({ params: { couponCode }, body: { user } }, _caller, { request }) {
      await countAttempt(attempts, 'register', request.arrival.address);
      const now = clock.now();
      const firm = await findFirmOfCode(db, couponCode, new Date(now));
      if (firm === null) throw codeDoesNotWork();
      const { firstName, lastName, username } = user;
      const mobile = checkedMobile(firm.market, user, 'user.');
      const firmName = `${firstName} ${lastName}`.slice(0, 120);
      await register(
        db,
        {
          customer: { kind: 'private', firmName, parentId: firm.custId, market: firm.market },
          role: 'RESTRICTED_USER',
          user: { firstName, lastName, username, mobile, ...secretsOf(user) },
          now,
          address: request.arrival.address,
        },
        async (tx) => {
          if (!(await useCode(tx, couponCode, new Date(now)))) throw codeDoesNotWork();
        },
      );
      return {};
    },

    async registerCompany({ body: { user, customer } }, _caller, { request }) {
      await countAttempt(attempts, 'register', request.arrival.address);
      const { firstName, lastName, username } = user;
      const { name, orgNum, reference, address, billingAddress, market } = customer;
      const mobile = checkedMobile(market, user, 'user.');
      await register(
        db,
        {
          customer: {
            kind: 'firm',
            firmName: name,
            parentId: null,
            orgNumber: orgNum,
            reference: reference || null,
            address,
            billingAddress,
            market,
          },
          role: 'SUPERFIRM',
          user: { firstName, lastName, username, mobile, ...secretsOf(user) },
          now: clock.now(),
          address: request.arrival.address,
        },
        (tx) => requireFreeNumber(tx, orgNum, 'customer.'),
      );
      return {};
    },
  };
}

/** Throws at the field when a firm has registered with the number. Such numbers and their firms are public. */
export async function requireFreeNumber(db: Database, orgNumber: string, prefix: string): Promise<void> {
  if (await isOrgNumberTaken(db, orgNumber))
    throw new AppError('validationFailed', [{ path: `${prefix}orgNum`, message: 'is registered already' }]);
}

const codeDoesNotWork = () =>
  new AppError('validationFailed', [{ path: 'couponCode', message: 'does not work' }]);

const secretsOf = ({ passwordClear, language }: { passwordClear: string; language: 'nb_no' | 'en' }) => ({
  password: passwordClear,
  language: language === 'en' ? 'en' : 'nb',
});
