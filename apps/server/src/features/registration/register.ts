import { and, eq, gt } from 'drizzle-orm';
import { queueLink } from '#platform/accounts/account-links.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Database } from '#platform/database.ts';
import { queueMail } from '#platform/mail/queue-mail.ts';
import { createCustomer, type NewCustomer } from '#platform/registration/customers.ts';
import { createUser } from '#platform/registration/users.ts';
import { outbox } from '#platform/schema.ts';

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
    if (await hasEnough(db, username, registration.now)) return;
    await queueMail(db, {
      to: username,
      language,
      template: 'alreadyRegistered',
      values: { path: '/login' },
    });
  }
}

/** A mailbox that is flooded helps nobody but the one who floods it. */
const mostMails = 3;
const perMs = 3_600_000;

async function hasEnough(db: Database, recipient: string, now: number): Promise<boolean> {
  const sent = await db
    .select({ mailId: outbox.mailId })
    .from(outbox)
    .where(
      and(
        eq(outbox.recipient, recipient),
        eq(outbox.template, 'alreadyRegistered'),
        gt(outbox.createdAt, new Date(now - perMs)),
      ),
    )
    .limit(mostMails);
  return sent.length >= mostMails;
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
