import { queueLink } from '#platform/accounts/account-links.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Database } from '#platform/database.ts';
import { hasEnoughMails, queueMail } from '#platform/mail/queue-mail.ts';
import { createCustomer, type NewCustomer } from '#platform/registration/customers.ts';
import { createUser } from '#platform/registration/users.ts';

export interface Registration {
  customer: NewCustomer;
  /** What the new user may do at the new customer. */
  role: 'RESTRICTED_USER' | 'SUPERFIRM';
  user: {
    username: string;
    firstName: string;
    lastName: string;
    mobile: string;
    password: string;
    language: string;
  };
  now: number;
  address: string;
}

/** Thrown to undo what was done so far. */
class UsernameTaken extends Error {}

/**
 * Adds a customer with its first user, who has to confirm the e-mail address before the first login. Whoever has the
 * username already gets a mail instead, and nothing else happens: the answer tells nobody which it was. `first` runs in
 * the same transaction and may refuse.
 */
export async function register(
  db: Database,
  registration: Registration,
  first: (tx: Database) => Promise<void>,
): Promise<void> {
  const { username, language } = registration.user;
  try {
    await db.transaction(async (tx) => {
      await first(tx);
      await add(tx, registration);
    });
  } catch (error) {
    if (!(error instanceof UsernameTaken)) throw error;
    const mail = { to: username, template: 'alreadyRegistered' } as const;
    if (await hasEnoughMails(db, mail, registration.now)) return;
    await queueMail(db, { ...mail, language, values: { path: '/login' }, at: registration.now });
  }
}

async function add(tx: Database, { customer, role, user, now, address }: Registration): Promise<void> {
  const custId = await createCustomer(tx, customer);
  const policies = [{ role, custId }];
  const userId = await createUser(tx, { ...user, policies, custId, emailValidatedAt: null });
  if (userId === null) throw new UsernameTaken();
  await recordAudit(tx, {
    action: 'customer.registered',
    at: new Date(now),
    by: { userId, address, context: 'PROFFWEB' },
    custId,
    subject: { kind: 'customer', id: custId },
    after: { kind: customer.kind, parentId: customer.parentId, userId },
  });
  await queueLink(tx, 'validateEmail', { userId, username: user.username, language: user.language }, now);
}
