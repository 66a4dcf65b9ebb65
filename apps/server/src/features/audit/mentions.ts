import { type AuditMentionKind, auditMentionFields } from '@varde/catalogue/audit-actions';
import type { AuditEntry } from '@varde/contract/audit';
import { and, inArray, sql } from 'drizzle-orm';
import { customers } from '#domain/customers/tables.ts';
import { devices } from '#domain/devices/tables.ts';
import type { Scope } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { withinScope } from '#platform/database/scope-condition.ts';

type Mention = AuditEntry['mentions'][number];
type Content = Pick<AuditEntry, 'subject' | 'before' | 'after'>;
type Found = Record<AuditMentionKind, Set<number>> & { acted: Set<number> };

/**
 * Fields with a user who acted on the reader's alarms: that user is named even outside the reader's scope, as an
 * entry's actor is.
 */
const actorFields: ReadonlySet<string> = new Set(['claimedBy', 'resetBy']);

/** Adds to each entry the names of the ids in it, for those within `scope`. */
export async function withMentions<E extends Content>(
  db: Database,
  scope: Scope,
  entries: readonly E[],
): Promise<(E & Pick<AuditEntry, 'mentions'>)[]> {
  const found = entries.map(idsIn);
  const all = emptyFound();
  for (const ids of found) {
    for (const kind of ['user', 'customer', 'device', 'acted'] as const) for (const id of ids[kind]) all[kind].add(id);
  }
  const named = await namesOf(db, scope, all);
  return entries.map((entry, at) => ({
    ...entry,
    mentions: named.filter(({ kind, id }) => found[at]?.[kind].has(id)),
  }));
}

const emptyFound = (): Found => ({
  user: new Set(),
  customer: new Set(),
  device: new Set(),
  acted: new Set(),
});

function idsIn({ subject, before, after }: Content): Found {
  const found = emptyFound();
  if (subject?.kind === 'user' || subject?.kind === 'customer' || subject?.kind === 'device')
    found[subject.kind].add(subject.id);
  collect(before, found);
  collect(after, found);
  return found;
}

/** Also searches nested lists and records: roles are in lists, and a filter is a record. */
function collect(given: unknown, found: Found): void {
  if (typeof given !== 'object' || given === null) return;
  for (const [field, value] of Object.entries(given)) {
    const kind = auditMentionFields.get(field);
    if (kind === undefined || typeof value !== 'number') collect(value, found);
    else {
      found[kind].add(value);
      if (actorFields.has(field)) found.acted.add(value);
    }
  }
}

async function namesOf(db: Database, scope: Scope, ids: Found): Promise<Mention[]> {
  if (ids.user.size + ids.customer.size + ids.device.size === 0) return [];
  const named = (kind: AuditMentionKind, rows: readonly { id: number; name: string | null }[]) =>
    rows.flatMap(({ id, name }) => (name === null ? [] : [{ kind, id, name }]));
  const customersSeen = db
    .select({ id: customers.custId, name: customers.firmName })
    .from(customers)
    .where(and(inArray(customers.custId, [...ids.customer]), withinScope(customers.custId, scope)));
  const devicesSeen = db
    .select({ id: devices.deviId, name: devices.deviceName })
    .from(devices)
    .where(and(inArray(devices.deviId, [...ids.device]), withinScope(devices.custId, scope)));
  return [
    ...named('user', await usersSeen(db, scope, ids)),
    ...named('customer', await customersSeen),
    ...named('device', await devicesSeen),
  ];
}

function usersSeen(db: Database, scope: Scope, { user, acted }: Found) {
  const theirs = (custIds: Iterable<number>) =>
    sql`m.id = any(${sql.param([...acted])}::int[])
      or m.id = any((select users_within(${sql.param([...custIds])}::int[]))::int[])`;
  return db
    .select({ id: sql<number>`m.id`, name: sql<string | null>`name_of_user(m.id)` })
    .from(sql`unnest(${sql.param([...user])}::int[]) as m(id)`)
    .where(scope === 'all' ? undefined : theirs(scope));
}
