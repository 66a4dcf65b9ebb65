import type { Customer } from '@varde/contract/customers';
import { findImage } from '#domain/customers/customer-images.ts';
import { type CustomerRecord, findAlarmCentre, findCustomer } from '#domain/customers/customers.ts';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { presentCustomer } from './present.ts';

/** A customer within the caller's scope. Throws `notFound` otherwise. */
export async function requireCustomer(db: Database, caller: Caller, custId: number): Promise<CustomerRecord> {
  const found = await findCustomer(db, caller.scopeOf('SUB_ORGS'), custId);
  if (found === undefined) throw new AppError('notFound');
  return found;
}

/** All details of a customer, with the values it inherits from its ancestors. */
export async function showCustomer(db: Database, caller: Caller, custId: number): Promise<Customer> {
  const found = await requireCustomer(db, caller, custId);
  const image = await findImage(db, custId);
  return presentCustomer(found, caller, {
    alarmCentre: await findAlarmCentre(db, custId),
    image: image === undefined ? null : { own: image.custId === custId, version: image.version },
  });
}
