import type { MarketId } from '@varde/catalogue/markets';
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { phoneNumber } from './phone-number.ts';

/** A user's phone number as typed and in E.164, which is how alarms are shared with it; none that others have as well. */
export async function ownNumbers(db: Database, userId: number): Promise<string[]> {
  const [own] = await queryRows<{ mobile: string | null; market: MarketId | null }>(
    db,
    sql`select u.mobile, c.market from users u left join customers c on c.cust_id = u.cust_id where u.user_id = ${userId}`,
  );
  if (!own?.mobile) return [];
  const numbers = [...new Set([own.mobile, phoneNumber(own.market ?? 1, own.mobile) ?? own.mobile])];
  const others = await queryRows(
    db,
    sql`select from users where mobile = any(${sql.param(numbers)}::text[]) and user_id <> ${userId}
      and erased_at is null limit 1`,
  );
  return others.length === 0 ? numbers : [];
}
