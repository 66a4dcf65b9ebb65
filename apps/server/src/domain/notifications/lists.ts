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
export async function effectiveList(db: Database, query: ListQuery): Promise<EffectiveList> {
  const [first, ...above] = await listsUpwards(db, query);
  if (first === undefined) {
    const none = { repeats: 0, pauseSeconds: 300, continueAbove: false };
    return { source: { kind: 'none' }, receivers: [], above: [], ...none };
  }
  const last = above.findIndex(({ continueAbove }) => !continueAbove);
  const following = last < 0 ? above : above.slice(0, last + 1);
  const receivers = await receiversOf(db, [first, ...following], query.at);
  const { listId, repeats, pauseSeconds, continueAbove } = first;
  return {
    ...{ source: sourceOf(first), repeats, pauseSeconds, continueAbove },
    receivers: receivers.get(listId) ?? [],
    above: following.map((list) => ({ source: sourceOf(list), receivers: receivers.get(list.listId) ?? [] })),
  };
}

/** Whose list is in effect. */
export async function sourceInEffect(
  db: Database,
  query: Pick<ListQuery, 'assignmentId' | 'custId'>,
): Promise<ListSource['kind']> {
  const [first] = await listsUpwards(db, query);
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
  listId: number;
  continueAbove: boolean;
  custId: number | null;
  firmName: string;
  /** Of the customer with the alarm. */
  path: number[];
}

const sourceOf = ({ custId, firmName }: ListRow): OwnedSource =>
  custId === null ? { kind: 'device' } : { kind: 'customer', custId, customerName: firmName };

/** The list of the wearer and those of the customer and all above it, the nearest first. */
function listsUpwards(
  db: Database,
  { assignmentId, custId }: Pick<ListQuery, 'assignmentId' | 'custId'>,
): Promise<ListRow[]> {
  // As for a note: a pair of twins is worn by one person, and a list that the clone has from before does not count.
  const masterOf = sql`(select m.assignment_id from device_assignments worn
    join devices d on d.devi_id = worn.devi_id and d.twin = 'CLONE'
    join device_assignments m on m.devi_id = d.twin_device and m.ends_at is null
    where worn.assignment_id = ${assignmentId}::int and worn.ends_at is null)`;
  return queryRows<ListRow>(
    db,
    sql`select l.list_id as "listId", l.cust_id as "custId", l.repeats, l.continue_above as "continueAbove",
        l.pause_seconds as "pauseSeconds", coalesce(a.firm_name, '') as "firmName", c.path
      from notification_lists l
      join customers c on c.cust_id = ${custId}
      left join customers a on a.cust_id = l.cust_id
      where l.assignment_id = coalesce(${masterOf}, ${assignmentId}::int) or l.cust_id = any (c.path)
      order by l.assignment_id is not null desc, array_position(c.path, l.cust_id) desc`,
  );
}

/** The receivers of lists by the number of their list, of alarms of the customer with this path. */
async function receiversOf(
  db: Database,
  lists: readonly [ListRow, ...ListRow[]],
  at: Date,
): Promise<Map<number, StoredReceiver[]>> {
  const path = sql`${sql.param([...lists[0].path])}::int[]`;
  const listIds = sql.param(lists.map(({ listId }) => listId));
  const rows = await queryRows<
    Omit<StoredReceiver, 'hours'> & { listId: number; fromMinute: number | null; toMinute: number | null }
  >(
    db,
    sql`select r.list_id as "listId", r.receiver_id as "receiverId", r.user_id as "userId",
        ${leftOutOf(path, at)} as "leftOut",
        coalesce(r.name, trim(u.first_name || ' ' || u.last_name)) as name,
        ${mobileOfReceiver} as mobile, ${emailOfReceiver} as email, ${hasBrowser} as "hasBrowser",
        ${withdrawnByUser} as withdrawn, ${languageOfReceiver} as language, r.pin_hash as "pinHash",
        r.next_of_kin as "nextOfKin", r.events, r.channels,
        r.from_minute as "fromMinute", r.to_minute as "toMinute", r.wait_seconds as "waitSeconds"
      from notification_receivers r left join users u on u.user_id = r.user_id
      where r.list_id = any (${listIds}::int[]) order by r.sort, r.receiver_id`,
  );
  const receivers = new Map<number, StoredReceiver[]>();
  for (const { listId, fromMinute, toMinute, ...receiver } of rows) {
    const hours = fromMinute === null || toMinute === null ? null : { from: fromMinute, to: toMinute };
    receivers.set(listId, [...(receivers.get(listId) ?? []), { ...receiver, hours }]);
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
