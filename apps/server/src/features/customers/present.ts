import type { Customer, CustomerRow } from '@varde/contract/customers';
import type { CustomerRecord } from '#domain/customers/customers.ts';
import type { Caller } from '#platform/caller.ts';
import { abilitiesOn } from './policy.ts';

/** A customer as the caller sees it, without the ancestors of the caller's own customers. */
export function presentRow({ customer, line, childCount, deviceCount }: CustomerRecord, caller: Caller): CustomerRow {
  const above = line.filter(({ custId }) => custId !== customer.custId && caller.may('SUB_ORGS', custId));
  const { custId, parentId, kind, firmName, market, orgNumber } = customer;
  return {
    custId,
    parentId: above.some((each) => each.custId === parentId) ? parentId : null,
    kind,
    firmName,
    market,
    orgNumber,
    above,
    childCount,
    deviceCount,
    abilities: abilitiesOn(caller.acting, customer),
  };
}

export function presentCustomer(
  record: CustomerRecord,
  caller: Caller,
  counting: Pick<Customer, 'alarmCentre' | 'image'>,
): Customer {
  const { reference, address, billingAddress, countryId, defaultAhp, createdAt } = record.customer;
  const { kind, takesAlarms, answerSeconds, orderUrl } = record.customer;
  return {
    ...presentRow(record, caller),
    reference,
    address,
    billingAddress,
    countryId,
    defaultAhp,
    centre: kind === 'partner' ? { takesAlarms, answerSeconds, orderUrl } : null,
    ...counting,
    createdAt: createdAt.getTime(),
  };
}
