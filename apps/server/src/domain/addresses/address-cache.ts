import { and, count, eq, isNull, not, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import type { CustomerPlace } from './place-key.ts';
import { addresses } from './tables.ts';

const dayMs = 86_400_000;
/** How long an address is believed, and how long there being none is; after a failure others are asked soon. */
const keptMs = { found: 365 * dayMs, nothing: dayMs, failed: 60_000 };
/** A process that asks has answered by then, or has stopped. */
const leaseMs = 30_000;
/** Names that one customer gives to places. */
const mostOfCustomer = 5_000;

/** The address of a place for a customer; empty: there is none; null: nobody has looked it up lately. */
export async function addressAt(
  db: Database,
  { lat, lng, custId }: CustomerPlace,
  now: number,
): Promise<string | null> {
  const [row] = await queryRows<{ address: string }>(
    db,
    sql`select address from addresses where lat = ${lat} and lng = ${lng} and cust_id = ${custId}
      and looked_up_at is not null and (address <> '' or kept_until > ${new Date(now).toISOString()}::timestamptz)
      order by named desc limit 1`,
  );
  return row?.address ?? null;
}

/** Whether this process is the one that asks about a place: nobody else does, and nobody has lately. */
export async function claimPlace(db: Database, place: CustomerPlace, now: number): Promise<boolean> {
  const lease = { keptUntil: new Date(now + leaseMs) };
  const claimed = await db
    .insert(addresses)
    .values({ ...place, ...lease, named: false, address: '' })
    .onConflictDoUpdate({
      target: [addresses.lat, addresses.lng, addresses.custId, addresses.named],
      set: lease,
      setWhere: sql`${addresses.keptUntil} <= ${new Date(now).toISOString()}::timestamptz`,
    })
    .returning({ lat: addresses.lat });
  return claimed.length > 0;
}

/** Gives a claimed place back: nobody could be asked. */
export async function releasePlace(db: Database, place: CustomerPlace, now: number): Promise<void> {
  await db
    .update(addresses)
    .set({ keptUntil: new Date(now) })
    .where(isAt(place));
}

/** What was found at a claimed place, of which no alarm has been told. An address that is known stays when nobody answered. */
export async function storeAddress(
  tx: Database,
  place: CustomerPlace,
  outcome: { address: string; failed: boolean },
  now: number,
): Promise<void> {
  const { address, failed } = outcome;
  const kept = failed ? keptMs.failed : address === '' ? keptMs.nothing : keptMs.found;
  await tx
    .update(addresses)
    .set({ ...(!failed && { address, rev: null }), lookedUpAt: new Date(now), keptUntil: new Date(now + kept) })
    .where(isAt(place));
}

/**
 * Alarms are about to be published with the address of a place. Those that were read before have a lower `rev`, also those
 * whose own transaction has not ended yet, and those that a process that ends here did not publish.
 */
export async function markTold(db: Database, place: CustomerPlace): Promise<void> {
  await db
    .update(addresses)
    .set({ rev: sql`nextval('rev_seq')` })
    .where(and(isAt(place), isNull(addresses.rev)));
}

/** What a customer calls a place. False: it has named too many. */
export async function nameAddress(tx: Database, place: CustomerPlace, address: string, now: number): Promise<boolean> {
  const isNamed = and(eq(addresses.custId, place.custId), addresses.named);
  const [named] = await tx.select({ count: count() }).from(addresses).where(isNamed);
  if ((named?.count ?? 0) >= mostOfCustomer) return false;
  const content = { address, lookedUpAt: new Date(now), keptUntil: new Date(now + keptMs.found) };
  await tx
    .insert(addresses)
    .values({ ...place, named: true, ...content })
    .onConflictDoUpdate({ target: [addresses.lat, addresses.lng, addresses.custId, addresses.named], set: content });
  return true;
}

/** What a service says about the place, for its customer. */
const isAt = ({ lat, lng, custId }: CustomerPlace) =>
  and(eq(addresses.lat, lat), eq(addresses.lng, lng), eq(addresses.custId, custId), not(addresses.named));
