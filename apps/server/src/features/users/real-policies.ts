import type { UserPolicy } from '@varde/catalogue/permissions';
import { areCustomers } from '#domain/accounts/users.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';

/**
 * The policies without duplicates. Throws when one of the customers does not exist: an administrator of all could name
 * any number.
 */
export async function realPolicies(db: Database, list: readonly UserPolicy[]): Promise<UserPolicy[]> {
  const custIds = list.flatMap(({ custId }) => (custId === null ? [] : [custId]));
  if (!(await areCustomers(db, custIds)))
    throw new AppError('validationFailed', [{ path: 'policies', message: 'names no customer' }]);
  return [...new Map(list.map((one) => [`${one.role} ${one.custId}`, one])).values()];
}
