import { eq, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { hashOfToken } from '#platform/secrets/tokens.ts';
import { mobileOfReceiver } from './left-out.ts';
import { confirmedNumbers } from './tables.ts';

const among = (numbers: readonly string[]): SQL => sql`any (${sql.param([...numbers])}::text[])`;

/**
 * Of these numbers, those that another organisation uses, and that are confirmed neither for this customer nor for one
 * above it (decision 0030). The caller has the server's own reach, as for all of these functions.
 */
export async function unconfirmedAmong(tx: Database, custId: number, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await queryRows<{ number: string }>(
    tx,
    sql`select n.number from confirmed_numbers n join customers c on c.cust_id = ${custId}
      where n.number = ${among(numbers)} and n.confirmed_at is not null
      group by n.number having bool_or(n.unused_since is null) and not bool_or(n.cust_id = any (c.path))`,
  );
  return new Set(rows.map(({ number }) => number));
}

/** Whether the customer with this path, or one above it, registered itself and nobody has approved it. */
export const isStranger = (path: SQL): SQL =>
  sql`exists (select from customers u where u.cust_id = any (${path}) and not u.approved)`;

/** Of these numbers, those that who has them has to confirm before the organisation of a stranger counts as the first. */
async function strangersNumbersAmong(tx: Database, custId: number, numbers: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ number: string }>(
    tx,
    sql`select n.number from unnest(${sql.param([...numbers])}::text[]) n (number)
      join customers c on c.cust_id = ${custId} and ${isStranger(sql`c.path`)}
      where not exists (select from confirmed_numbers h
        where h.number = n.number and h.cust_id = any (c.path) and h.confirmed_at is not null)`,
  );
  return rows.map(({ number }) => number);
}

/** Of these numbers, those that who has them has to confirm for this customer. */
export const waitingAmong = async (tx: Database, custId: number, numbers: readonly string[]): Promise<Set<string>> =>
  new Set([...(await unconfirmedAmong(tx, custId, numbers)), ...(await strangersNumbersAmong(tx, custId, numbers))]);

/**
 * Writes down which organisations have these numbers on lists, and confirms them for those before whom no other one has
 * them, apart from strangers. Without numbers: of all lists.
 */
export async function keepNumbers(db: Database, at: Date, numbers?: readonly string[]): Promise<void> {
  if (numbers?.length === 0) return;
  const asked = numbers && among(numbers);
  const now = sql`${at.toISOString()}::timestamptz`;
  const used = sql`used as (select distinct ${mobileOfReceiver} as number, organisation_of(c.path) as org
    from notification_receivers r
      left join users u on u.user_id = r.user_id
      join notification_lists l on l.list_id = r.list_id
      left join devices d on d.devi_id = l.devi_id
      join customers c on c.cust_id = coalesce(l.cust_id, d.cust_id)
    where ${mobileOfReceiver} is not null
      ${asked && sql`and (r.mobile = ${asked} or r.user_id = any (array(select m.user_id from users m where m.mobile = ${asked})))`})`;
  await db.execute(sql`with ${used}, now_used as (
      select n.number, n.cust_id, exists (select from used where used.number = n.number and used.org = n.cust_id) as is_used
      from confirmed_numbers n ${asked && sql`where n.number = ${asked}`})
    update confirmed_numbers n set unused_since = case when not w.is_used then ${now} end from now_used w
    where w.number = n.number and w.cust_id = n.cust_id and (n.unused_since is null) <> w.is_used`);
  await db.execute(sql`with ${used}
    insert into confirmed_numbers as n (number, cust_id, confirmed_at)
    select used.number, used.org, case when not ${isStranger(sql`o.path`)} and not exists (select from confirmed_numbers h
        where h.number = used.number and h.confirmed_at is not null and h.unused_since is null
          and not h.cust_id = any (o.path)) then ${now} end
      from used join customers o on o.cust_id = used.org
      where not exists (select from confirmed_numbers own
        where own.number = used.number and own.cust_id = used.org and own.confirmed_at is not null)
    on conflict (number, cust_id) do update set confirmed_at = excluded.confirmed_at
      where n.confirmed_at is null and excluded.confirmed_at is not null`);
}

/** The numbers on these lists: `which` is a condition on the list `l`. */
export async function numbersOn(tx: Database, which: SQL): Promise<string[]> {
  const rows = await queryRows<{ number: string }>(
    tx,
    sql`select ${mobileOfReceiver} as number from notification_receivers r
      left join users u on u.user_id = r.user_id join notification_lists l on l.list_id = r.list_id
      where ${which} and ${mobileOfReceiver} is not null`,
  );
  return rows.map(({ number }) => number);
}

/** Who has the number has taken an alarm of this customer by it: it may be told of all of them. */
export async function confirmNumber(
  tx: Database,
  { number, custId, at }: { number: string; custId: number; at: Date },
): Promise<void> {
  if ((await waitingAmong(tx, custId, [number])).size === 0) return;
  await keepNumbers(tx, at, [number]);
  await tx.execute(sql`update confirmed_numbers n set confirmed_at = ${at.toISOString()}::timestamptz from customers c
    where c.cust_id = ${custId} and n.cust_id = any (c.path) and n.number = ${number} and n.confirmed_at is null`);
}

interface AskedNumber {
  number: string;
  /** The organisation that asks. */
  custId: number;
  firmName: string;
}

/** What the link of an SMS asks to confirm; undefined: it asks nothing. */
export async function numberOfLink(tx: Database, token: string): Promise<AskedNumber | undefined> {
  const [asked] = await queryRows<AskedNumber>(
    tx,
    sql`select n.number, o.cust_id as "custId", o.firm_name as "firmName"
      from confirmed_numbers n join customers o on o.cust_id = n.cust_id
      where n.token_hash = ${hashOfToken(token)}`,
  );
  return asked;
}

/** Who has the number confirms it by that link; once more changes nothing. */
export async function confirmByLink(tx: Database, token: string, at: Date): Promise<void> {
  await tx
    .update(confirmedNumbers)
    .set({ confirmedAt: sql`coalesce(confirmed_at, ${at.toISOString()}::timestamptz)` })
    .where(eq(confirmedNumbers.tokenHash, hashOfToken(token)));
}
