import { and, eq, sql } from 'drizzle-orm';
import { AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/caller.ts';
import { type Database, queryRows } from '#platform/database/database.ts';
import { ownNumbers } from '../accounts/own-numbers.ts';
import { accountRequests, registrations } from '../accounts/tables.ts';
import { alarms } from '../alarms/tables.ts';
import { recordAudit } from '../audit/audit.ts';
import { eraseAuditEntries } from '../audit/erase-from-audit.ts';
import { customers } from '../customers/tables.ts';
import { outbox } from '../messages/tables.ts';
import { forgetReceivers } from '../notifications/forget-receivers.ts';
import { customerSettings } from '../settings/tables.ts';
import { forgetAccount } from './forget-account.ts';

/** Identifying fields of an account or a private customer, by their names in the audit log. */
const personalFields = [
  'username',
  'firstName',
  'lastName',
  'mobile',
  'firmName',
  'reference',
  'address',
  'billingAddress',
  'keyName',
];

/** Throws `handlesAlarm` while the user has claimed an open alarm. */
export async function requireNoAlarmOf(tx: Database, userId: number): Promise<void> {
  const taken = await tx
    .select({ alarmId: alarms.alarmId })
    .from(alarms)
    .where(and(eq(alarms.claimedBy, userId), eq(alarms.state, 'claimed')))
    .limit(1);
  if (taken.length > 0) throw new AppError('handlesAlarm');
}

/** The user to erase. */
export interface ErasedUser {
  userId: number;
  username: string;
  /** First and last name. */
  name: string;
  custId: number | null;
}

/**
 * Erases a user in the caller's transaction. A number remains, which the audit log and alarms refer to, and with which
 * nobody can log in.
 */
export async function eraseUser(tx: Database, user: ErasedUser, by: Caller, at: Date): Promise<void> {
  const { userId, username, custId } = user;
  const subject = { kind: 'user' as const, id: userId };
  for (const table of [accountRequests, registrations]) await tx.delete(table).where(eq(table.username, username));
  const mails = await tx.delete(outbox).where(eq(outbox.recipient, username)).returning({ id: outbox.messageId });
  await eraseAsRecipient(tx, user);
  await tx
    .update(alarms)
    .set({ handledBy: null, rev: sql`nextval('rev_seq')` })
    .where(sql`search_words(${alarms.handledBy}) = search_words(${user.name}::text)`);
  const privateCustId = await erasePrivateCustomer(tx, user);
  const auditEntries = await eraseAuditEntries(tx, { at, by, subject }, personalEntriesOf(userId, privateCustId));
  await forgetAccount(tx, userId, at);
  const after = { mails: mails.length, auditEntries };
  await recordAudit(tx, { action: 'personalData.erased', at, by, custId, subject, after });
}

/** Alarms shared with the user, or told to: the links end, and no list or timeline names the recipient any longer. */
async function eraseAsRecipient(tx: Database, { userId, username }: ErasedUser): Promise<void> {
  const numbers = await ownNumbers(tx, userId);
  const mine = sql`any (${sql.param([username, ...numbers])}::text[])`;
  await tx.execute(sql`delete from alarm_shares where recipient = ${mine}`);
  await tx.execute(sql`delete from outbox where command_id is null and recipient = ${mine}`);
  await tx.execute(sql`delete from notification_tests where recipient = ${mine}`);
  await tx.execute(sql`update alarm_events set party = null where party = ${mine}`);
  await forgetReceivers(tx, { userId, addresses: [username, ...numbers] });
}

/**
 * A private customer has its user's name: without another user it is erased too, with its default settings, which hold
 * telephone numbers. Returns its id.
 */
async function erasePrivateCustomer(tx: Database, { userId, custId }: ErasedUser): Promise<number | null> {
  if (custId === null) return null;
  const [erased] = await queryRows<{ custId: number }>(
    tx,
    sql`update ${customers} set firm_name = '#' || cust_id, org_number = null, reference = null, address = null,
        billing_address = null
      where kind = 'private' and cust_id = ${custId}
        and not exists (select from users u where u.cust_id = ${custId} and u.user_id <> ${userId} and u.erased_at is null)
      returning cust_id as "custId"`,
  );
  if (erased === undefined) return null;
  await tx.delete(customerSettings).where(eq(customerSettings.custId, erased.custId));
  return erased.custId;
}

const personalEntriesOf = (userId: number, privateCustId: number | null) => {
  const subject = sql`t.content::jsonb ->> 'subject'`;
  const subjectId = sql`(t.content::jsonb ->> 'subjectId')::integer`;
  const hasPersonalField = (side: 'before' | 'after') =>
    sql`jsonb_exists_any(t.content::jsonb -> ${side}::text, ${sql.param(personalFields)}::text[])`;
  return sql`(${hasPersonalField('before')} or ${hasPersonalField('after')} or t.action = 'defaultSettings.saved') and (
    (${subject} = 'user' and ${subjectId} = ${userId})
    or (t.cust_id = ${privateCustId}::integer and ${subject} = 'customer' and ${subjectId} = ${privateCustId}::integer))`;
};
