import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import type { FoundAddress } from '#platform/geocoding/geocoder.ts';
import { addressSearches } from './tables.ts';

/** `search`: whole words; `complete`: as far as they are typed. */
export interface AddressSearch {
  kind: 'search' | 'complete';
  words: string;
  /** What is found is for this customer alone: that another one has searched for an address tells something about it. */
  custId: number;
}

/** How long what was found is believed, and for how long words are left alone that no service takes. */
const keptMs = { found: 86_400_000, refused: 60_000 };
/** A process that asks has answered by then, or has stopped. */
const leaseMs = 30_000;
/** Whoever typed the words has gone by then. */
const longestMs = 30_000;

const iso = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`;
const isIt = ({ kind, words, custId }: AddressSearch) =>
  and(eq(addressSearches.kind, kind), eq(addressSearches.words, words), eq(addressSearches.custId, custId));

/** The words as they are kept: a search is the same in any case. */
export const searchWordsOf = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** What was found for these words; null: nobody has searched lately. */
export async function foundFor(db: Database, search: AddressSearch, now: number): Promise<FoundAddress[] | null> {
  const [row] = await db
    .select({ found: addressSearches.found })
    .from(addressSearches)
    .where(and(isIt(search), isNotNull(addressSearches.found), gt(addressSearches.keptUntil, new Date(now))));
  return row?.found ?? null;
}

/** A user waits for what is found for these words, and for none that they typed before. */
export async function wantSearch(
  tx: Database,
  { kind, words, custId }: AddressSearch,
  { userId, now }: { userId: number; now: number },
): Promise<void> {
  // The same words that are asked for already keep their turn; those that somebody asked for long ago begin anew.
  await tx.execute(
    sql`insert into address_searches as s (kind, words, cust_id, user_id, asked_at, kept_until)
      values (${kind}, ${words}, ${custId}, ${userId}, ${iso(now)}, ${iso(now)})
      on conflict (kind, words, cust_id) do update set user_id = excluded.user_id,
        asked_at = excluded.asked_at, found = null, kept_until = excluded.kept_until
      where s.kept_until <= ${iso(now)} and (s.found is not null or s.asked_at <= ${iso(now - longestMs)})`,
  );
  await tx.execute(
    sql`delete from address_searches where user_id = ${userId} and found is null and kept_until <= ${iso(now)}
      and (kind, words, cust_id) <> (${kind}, ${words}, ${custId}::int)`,
  );
}

/**
 * A search that nobody has made, for this process alone; customers take turns, and of one the search that has waited longest
 * comes first. Null: none.
 */
export async function claimSearch(db: Database, now: number): Promise<AddressSearch | null> {
  const [search] = await queryRows<AddressSearch>(
    db,
    sql`update address_searches set kept_until = ${iso(now + leaseMs)}
      where (kind, words, cust_id) = (select s.kind, s.words, s.cust_id from address_searches s
        where s.found is null and s.kept_until <= ${iso(now)} and s.asked_at > ${iso(now - longestMs)}
          and may_look_up_addresses(s.cust_id)
        order by (select max(f.kept_until) from address_searches f where f.cust_id = s.cust_id and f.found is not null)
          nulls first, s.asked_at limit 1 for no key update of s skip locked)
      returning kind, words, cust_id as "custId"`,
  );
  return search ?? null;
}

/** Gives a claimed search back: nobody could be asked, or nobody answered. */
export async function releaseSearch(db: Database, search: AddressSearch, now: number): Promise<void> {
  await db
    .update(addressSearches)
    .set({ keptUntil: new Date(now) })
    .where(isIt(search));
}

/** What was found for the words of a claimed search. */
export async function storeSearch(
  db: Database,
  search: AddressSearch,
  found: readonly FoundAddress[] | 'refused',
  now: number,
): Promise<void> {
  const keptUntil = new Date(now + (found === 'refused' ? keptMs.refused : keptMs.found));
  await db
    .update(addressSearches)
    .set({ found: found === 'refused' ? [] : [...found], keptUntil })
    .where(isIt(search));
}
