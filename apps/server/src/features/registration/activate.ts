import { createUser } from '#domain/accounts/create-user.ts';
import { findAlarmCentre, markActive, type Registration, roleOfPrivateUsers } from '#domain/accounts/registrations.ts';
import { createCustomer, type NewCustomer } from '#domain/customers/create-customer.ts';
import { useCode } from '#domain/customers/redeem-coupon.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import { unlessTaken } from '#platform/database/unless-taken.ts';

/**
 * Turns a registration with a confirmed address into a customer with its first user, in the caller's transaction.
 * Throws `couponUsed`, `orgNumberTaken` or `usernameTaken` when another registration was first, without any change.
 */
export async function activate(
  tx: Database,
  registration: Registration,
  { at, approved }: { at: Date; approved: boolean },
): Promise<{ custId: number; userId: number }> {
  const { kind, username, passwordHash, firstName, lastName, mobile, language } = registration;
  if (passwordHash === null) throw new Error('a registration that is active has no password to give');
  const custId = await addCustomer(tx, { ...(await customerOf(tx, registration, at)), approved });
  const role = kind === 'private' ? roleOfPrivateUsers : 'SUPERFIRM';
  const userId = await createUser(tx, {
    username,
    passwordHash,
    firstName,
    lastName,
    mobile,
    language,
    custId,
    policies: [{ role, custId }],
    emailValidatedAt: at,
  });
  if (userId === null) throw new AppError('usernameTaken');
  await markActive(tx, registration, at);
  return { custId, userId };
}

async function customerOf(tx: Database, registration: Registration, at: Date): Promise<NewCustomer> {
  const { kind, firmName, market, countryId, ahpId, couponCode } = registration;
  const { orgNumber, reference, address, billingAddress } = registration;
  const shared = { kind, firmName, market, countryId };
  if (kind === 'firm') {
    const details = { orgNumber, reference, address, billingAddress };
    return { ...shared, ...details, parentId: null, defaultAhp: await findAlarmCentre(tx, ahpId, null) };
  }
  const parentId = await useCode(tx, couponCode ?? '', at);
  if (parentId === null) throw new AppError('couponUsed');
  return { ...shared, parentId, defaultAhp: await findAlarmCentre(tx, ahpId, parentId) };
}

async function addCustomer(tx: Database, customer: NewCustomer): Promise<number> {
  let custId = 0;
  const isFree = await unlessTaken(tx, 'customers_org_number', async (inner) => {
    custId = await createCustomer(inner, customer);
  });
  if (!isFree) throw new AppError('orgNumberTaken');
  return custId;
}
