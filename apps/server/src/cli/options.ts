import { enteredText } from '@varde/catalogue/entered-text';
import { findCustomers } from '#domain/customers/create-customer.ts';
import type { Database } from '../platform/database/database.ts';
import { UserError } from './user-error.ts';

/** The text of a required option. */
export function requireText(option: string, value: string | undefined): string {
  const trimmed = enteredText(value ?? '').trim();
  if (trimmed === '') throw new UserError(`--${option} is missing`);
  if (trimmed.length > 128) throw new UserError(`--${option} is longer than 128 characters`);
  return trimmed;
}

/** The one customer with this number or name. */
export async function requireCustomer(db: Database, idOrName: string): Promise<number> {
  const [customer, ...others] = await findCustomers(db, idOrName);
  if (customer === undefined) throw new UserError(`there is no customer ${idOrName}`);
  if (others.length > 0) throw new UserError(`several customers are called ${idOrName}; give the number`);
  return customer.custId;
}
