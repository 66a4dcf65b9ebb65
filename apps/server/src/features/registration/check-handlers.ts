import { organisationNumber } from '@varde/catalogue/organisation-number';
import type { api } from '@varde/contract/api';
import { couponCodeField } from '@varde/contract/coupons';
import { neededLine } from '@varde/contract/fields';
import { findFirmOfCode } from '#domain/customers/redeem-coupon.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { FairGate } from '#platform/limits/fair-gate.ts';
import { countedAddress } from '#platform/net/address.ts';
import { checkedMobile } from './checked-user.ts';
import { countAttempt } from './limits.ts';
import type { RegistrationDependencies } from './registration-dependencies.ts';

type Checks = 'validateUser' | 'validateCouponCode' | 'validateOrgName' | 'validateCompany' | 'lookUpOrganisation';

/** The public register may be slow: its callers queue behind each other and hold up nobody else. */
const registerGate = { width: 4, perKey: 1, waitingPerKey: 10, patienceMs: 10_000 };

/** Checks for the registration forms. No answer reveals who has registered. */
export function checkHandlers(
  dependencies: RegistrationDependencies,
): Pick<Handlers<(typeof api)['registration']>, Checks> {
  const { db, clock, register } = dependencies;
  const lookUps = new FairGate(registerGate);
  return {
    async validateUser({ body }, _caller, { request }) {
      await countAttempt(dependencies, 'check', request.arrival.address);
      checkedMobile(1, body, '');
      return {};
    },

    async validateCouponCode({ params }, _caller, { request }) {
      await countAttempt(dependencies, 'code', request.arrival.address);
      const code = couponCodeField.safeParse(params.code);
      const firm = code.success ? await findFirmOfCode(db, code.data, new Date(clock.now())) : null;
      return { valid: firm !== null, firmName: firm?.firmName ?? null };
    },

    async validateOrgName({ params: { name } }, _caller, { request }) {
      await countAttempt(dependencies, 'check', request.arrival.address);
      return { valid: neededLine(120).safeParse(name).success };
    },

    // The schema has validated the number and the addresses.
    async validateCompany(_input, _caller, { request }) {
      await countAttempt(dependencies, 'check', request.arrival.address);
      return {};
    },

    lookUpOrganisation: ({ params: { orgNum } }, _caller, { request: { arrival } }) =>
      lookUps.pass(countedAddress(arrival.address), async () => {
        await countAttempt(dependencies, 'check', arrival.address);
        const number = organisationNumber(1, orgNum);
        return { organisation: number === null || register === null ? null : await register.find(number) };
      }),
  };
}
