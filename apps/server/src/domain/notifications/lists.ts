import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { withdrawnByUser } from '../accounts/alarm-handlers.ts';
import { hasBrowser } from '../accounts/push-browsers.ts';
import { keepNumbers, numbersOn } from './confirmed-numbers.ts';
import { emailOfReceiver, languageOfReceiver, leftOutOf, mobileOfReceiver } from './left-out.ts';
import type { ListEnd, ListSource, OwnedSource, RuledReceiver, StoredReceiver } from './plan.ts';
import { notificationLists, notificationReceivers } from './tables.ts';

/** The wearer of a device, or a customer. */
export type ListOwner = { assignmentId: number; deviId: number } | { custId: number };

export interface OwnList {
  listId: number;
  rev: number;
  /** The name of the user; empty: unknown. */
  changedBy: string;
}

/** The owner's own list; undefined: it inherits. */
export async function findOwnList(db: Database, owner: ListOwner): Promise<OwnList | undefined> {
  const [own] = await db
    .select({
      listId: notificationLists.listId,
      rev: notificationLists.rev,
      changedBy: sql<string>`coalesce(name_of_user(${notificationLists.changedBy}), '')`,
    })
    .from(notificationLists)
    .where(ownedBy(owner));
  return own;
}

const ownedBy = (owner: ListOwner): SQL =>
  'custId' in owner
    ? eq(notificationLists.custId, owner.custId)
    : eq(notificationLists.assignmentId, owner.assignmentId);

/** The list of a customer that comes after another one. */
export interface ListAbove {
  source: OwnedSource;
  receivers: StoredReceiver[];
}

export interface EffectiveList extends ListEnd {
  source: ListSource;
  receivers: StoredReceiver[];
  /** An alarm that nobody has taken by then goes on with the lists above. */
  continueAbove: boolean;
  /** What it goes on with if it does: the next list upwards, and the one above that as long as each of them goes on. */
  above: ListAbove[];
}

/** Whose list, and when: who may still be told is a question of the customer and the time. */
export interface ListQuery {
  /** Null: without the list of a wearer. */
  assignmentId: number | null;
  custId: number;
  at: Date;
}

/**
 * The list in effect: that of the wearer (of a clone, that of its master), else of the customer, else of the nearest
 * customer above; and what comes after it. The tree has no circles, so that no list comes after itself.
 */
export async function effectiveList(db: Database, { at, ...whose }: ListQuery): Promise<EffectiveList> {
  const [list] = await effectiveLists(db, [whose], at);
  return list ?? noList;
}

/** Those of several, in their order. */
export async function effectiveLists(
  db: Database,
  whose: readonly Omit<ListQuery, 'at'>[],
  at: Date,
): Promise<EffectiveList[]> {
  const upwards = Map.groupBy(await listsUpwards(db, whose), ({ nth }) => nth);
  const inEffect = whose.map((_, nth) => untilOneEnds(upwards.get(nth) ?? []));
  const receivers = await receiversOf(db, whose, inEffect.flat(), at);
  const receiversOn = ({ nth, listId }: ListRow) => receivers.get(keyOf(nth, listId)) ?? [];
  return inEffect.map(([first, ...following]) => {
    if (first === undefined) return noList;
    const { repeats, pauseSeconds, continueAbove } = first;
    return {
      ...{ source: sourceOf(first), repeats, pauseSeconds, continueAbove, receivers: receiversOn(first) },
      above: following.map((list) => ({ source: sourceOf(list), receivers: receiversOn(list) })),
    };
  });
}

const noList: EffectiveList = {
  ...{ source: { kind: 'none' }, receivers: [], above: [] },
  ...{ repeats: 0, pauseSeconds: 300, continueAbove: false },
};

/** The nearest list, and those above as long as each of them goes on. */
function untilOneEnds([first, ...above]: readonly ListRow[]): ListRow[] {
  if (first === undefined) return [];
  const last = above.findIndex(({ continueAbove }) => !continueAbove);
  return [first, ...(last < 0 ? above : above.slice(0, last + 1))];
}

/** Whose list is in effect. */
export async function sourceInEffect(
  db: Database,
  query: Pick<ListQuery, 'assignmentId' | 'custId'>,
): Promise<ListSource['kind']> {
  const [first] = await listsUpwards(db, [query]);
  return first === undefined ? 'none' : sourceOf(first).kind;
}

/** Everybody whom an alarm is told to while nobody takes it, in order, each with the list and the place on it. */
export const toldInOrder = ({ source, receivers, continueAbove, above }: EffectiveList): RuledReceiver[] =>
  [...(source.kind === 'none' ? [] : [{ source, receivers }]), ...(continueAbove ? above : [])].flatMap((list) =>
    list.receivers.map((receiver, index) => ({
      ...receiver,
      rule: { list: list.source, position: index + 1 },
    })),
  );

interface ListRow extends ListEnd {
  /** For whom it was asked: a place in the query. */
  nth: number;
  listId: number;
  continueAbove: boolean;
  custId: number | null;
  firmName: string;
}

const sourceOf = ({ custId, firmName }: ListRow): OwnedSource =>
  custId === null ? { kind: 'device' } : { kind: 'customer', custId, customerName: firmName };

/** For each the list of the wearer and those of the customer and all above it, the nearest first. */
function listsUpwards(db: Database, whose: readonly Omit<ListQuery, 'at'>[]): Promise<ListRow[]> {
  // As for a note: a pair of twins is worn by one person, and a list that the clone has from before does not count.
  const masterOf = sql`(select m.assignment_id from device_assignments worn
    join devices d on d.devi_id = worn.devi_id and d.twin = 'CLONE'
    join device_assignments m on m.devi_id = d.twin_device and m.ends_at is null
    where worn.assignment_id = q.assignment_id and worn.ends_at is null)`;
  const column = (values: readonly (number | null)[]) => sql`${sql.param([...values])}::int[]`;
  return queryRows<ListRow>(
    db,
    sql`select q.nth::int - 1 as nth, l.list_id as "listId", l.cust_id as "custId", l.repeats,
        l.continue_above as "continueAbove", l.pause_seconds as "pauseSeconds", coalesce(a.firm_name, '') as "firmName"
      from unnest(${column(whose.map(({ assignmentId }) => assignmentId))}, ${column(whose.map(({ custId }) => custId))})
        with ordinality q (assignment_id, cust_id, nth)
      join customers c on c.cust_id = q.cust_id
      cross join lateral (select * from notification_lists w
          where w.assignment_id = coalesce(${masterOf}, q.assignment_id)
        union all select * from notification_lists o where o.cust_id = any (c.path)) l
      left join customers a on a.cust_id = l.cust_id
      order by q.nth, l.assignment_id is not null desc, array_position(c.path, l.cust_id) desc`,
  );
}

const keyOf = (nth: number, listId: number): string => `${nth} ${listId}`;

/** The receivers of lists by their `keyOf`: who may still be told is a question of whose alarm it is. */
async function receiversOf(
  db: Database,
  whose: readonly Omit<ListQuery, 'at'>[],
  lists: readonly ListRow[],
  at: Date,
): Promise<Map<string, StoredReceiver[]>> {
  const receivers = new Map<string, StoredReceiver[]>();
  if (lists.length === 0) return receivers;
  const column = (of: (list: ListRow) => number | undefined) => sql`${sql.param(lists.map(of))}::int[]`;
  const rows = await queryRows<
    Omit<StoredReceiver, 'hours'> & {
      nth: number;
      listId: number;
      fromMinute: number | null;
      toMinute: number | null;
    }
  >(
    db,
    sql`select q.nth, r.list_id as "listId", r.receiver_id as "receiverId", r.user_id as "userId",
        ${leftOutOf(sql`c.path`, at)} as "leftOut",
        coalesce(r.name, trim(u.first_name || ' ' || u.last_name)) as name,
        ${mobileOfReceiver} as mobile, ${emailOfReceiver} as email, ${hasBrowser} as "hasBrowser",
        ${withdrawnByUser} as withdrawn, ${languageOfReceiver} as language, r.pin_hash as "pinHash",
        r.next_of_kin as "nextOfKin", r.events, r.channels,
        r.from_minute as "fromMinute", r.to_minute as "toMinute", r.wait_seconds as "waitSeconds"
      from unnest(${column(({ nth }) => nth)}, ${column(({ nth }) => whose[nth]?.custId)}, ${column(({ listId }) => listId)})
        q (nth, cust_id, list_id)
      join customers c on c.cust_id = q.cust_id
      join notification_receivers r on r.list_id = q.list_id left join users u on u.user_id = r.user_id
      order by r.sort, r.receiver_id`,
  );
  for (const { nth, listId, fromMinute, toMinute, ...receiver } of rows) {
    const hours = fromMinute === null || toMinute === null ? null : { from: fromMinute, to: toMinute };
    const key = keyOf(nth, listId);
    receivers.set(key, [...(receivers.get(key) ?? []), { ...receiver, hours }]);
  }
  return receivers;
}

/** A receiver to save. `receiverId`: of one that the list has already. */
export type ReceiverToSave = Omit<
  StoredReceiver,
  'receiverId' | 'leftOut' | 'hasBrowser' | 'withdrawn' | 'language' | 'userId' | 'pinHash' | 'nextOfKin'
> & {
  nextOfKin?: StoredReceiver['nextOfKin'] | undefined;
  pinHash?: string | null | undefined;
  language?: StoredReceiver['language'] | undefined;
  userId?: number | null | undefined;
  receiverId?: number | undefined;
};

type MaybeAbsent<T> = { [F in keyof T]?: T[F] | undefined };

/** Without `repeats`, `pauseSeconds` and `continueAbove` they stay as they are. */
export interface ListToSave extends MaybeAbsent<ListEnd & Pick<EffectiveList, 'continueAbove'>> {
  /** Of the own list as it was read; 0: there was none. */
  rev: number;
  receivers: readonly ReceiverToSave[];
  at: Date;
  /** Null: no user, but Varde itself. */
  userId: number | null;
}

/** Saves the owner's own list as a whole; false when it has changed since `rev`. In a transaction. */
export async function saveList(tx: Database, owner: ListOwner, save: ListToSave): Promise<boolean> {
  const listId = await touchList(tx, owner, save);
  if (listId === undefined) return false;
  const thisList = sql`l.list_id = ${listId}`;
  const numbers = await numbersOn(tx, thisList);
  const before = await tx
    .delete(notificationReceivers)
    .where(eq(notificationReceivers.listId, listId))
    .returning({ receiverId: notificationReceivers.receiverId });
  const known = new Set(before.map(({ receiverId }) => receiverId));
  const rows = save.receivers.map(({ receiverId, hours, userId = null, ...receiver }, sort) => {
    // Each number once: a repeated one is a new receiver.
    const kept = receiverId !== undefined && known.delete(receiverId) ? { receiverId } : {};
    return {
      ...{ ...receiver, ...kept, userId },
      // A user's are those of the account.
      ...(userId !== null && { name: null, mobile: null, email: null, nextOfKin: null }),
      ...{ listId, sort, fromMinute: hours?.from ?? null, toMinute: hours?.to ?? null },
    };
  });
  // With one statement for those with a number and one for those without: the database gives the numbers of the latter.
  const [kept, fresh] = [rows.filter((row) => 'receiverId' in row), rows.filter((row) => !('receiverId' in row))];
  if (kept.length > 0) await tx.insert(notificationReceivers).values(kept);
  if (fresh.length > 0) await tx.insert(notificationReceivers).values(fresh);
  await keepNumbers(tx, save.at, [...numbers, ...(await numbersOn(tx, thisList))]);
  return true;
}

/** Its own list with a new `rev`; undefined when the stored one is another. */
async function touchList(
  tx: Database,
  owner: ListOwner,
  { rev, at, userId, repeats, pauseSeconds, continueAbove }: ListToSave,
): Promise<number | undefined> {
  const { listId } = notificationLists;
  const changed = { changedAt: at, changedBy: userId, repeats, pauseSeconds, continueAbove };
  const [touched] =
    rev === 0
      ? await tx
          .insert(notificationLists)
          .values({ ...owner, ...changed })
          .onConflictDoNothing()
          .returning({ listId })
      : await tx
          .update(notificationLists)
          .set({ ...changed, rev: sql`nextval('rev_seq')` })
          .where(and(ownedBy(owner), eq(notificationLists.rev, rev)))
          .returning({ listId });
  return touched?.listId;
}

/**
 * Changes the hours of a next of kin who may do that; false when the receiver is on the list no more, or may not. Whoever
 * edits the list meanwhile learns that it has changed.
 */
export async function setHours(
  tx: Database,
  { receiverId, hours, at }: Pick<StoredReceiver, 'receiverId' | 'hours'> & { at: Date },
): Promise<boolean> {
  const receiver = eq(notificationReceivers.receiverId, receiverId);
  // The list first, as when it is saved, to prevent deadlocks.
  await tx
    .update(notificationLists)
    .set({ rev: sql`nextval('rev_seq')`, changedAt: at, changedBy: null })
    .where(
      sql`${notificationLists.listId} = (select list_id from notification_receivers where receiver_id = ${receiverId})`,
    );
  const changed = await tx
    .update(notificationReceivers)
    .set({ fromMinute: hours?.from ?? null, toMinute: hours?.to ?? null })
    .where(and(receiver, sql`'schedule' = any (${notificationReceivers.nextOfKin})`))
    .returning({ receiverId: notificationReceivers.receiverId });
  return changed.length > 0;
}

/** Removes the owner's own list; false when there was none. */
export async function removeList(tx: Database, owner: ListOwner): Promise<boolean> {
  const { listId } = notificationLists;
  const removed = await tx.delete(notificationLists).where(ownedBy(owner)).returning({ listId });
  return removed.length > 0;
}

/** Moves the list of an assignment to another one of the same wearer, replacing the list there. */
export async function moveList(
  tx: Database,
  fromAssignment: number,
  to: { assignmentId: number; deviId: number },
): Promise<void> {
  await removeList(tx, to);
  await tx
    .update(notificationLists)
    .set({ ...to, rev: sql`nextval('rev_seq')` })
    .where(eq(notificationLists.assignmentId, fromAssignment));
}
