import type { AuditAction, AuditSubject } from '@varde/catalogue/audit-actions';
import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import type { Caller } from './http/caller.ts';
import { auditEntries } from './schema.ts';
import { createToken } from './tokens.ts';

/** Who did it and from where. A `Caller` is one. */
export interface AuditActor {
  /** Null for somebody who is not logged in. */
  userId: number | null;
  address: string | null;
  context: Caller['context'] | null;
}

/** Varde itself: a job, or a command on the machine. */
export const noActor: AuditActor = { userId: null, address: null, context: null };

export interface AuditEntry {
  action: AuditAction;
  at: Date;
  by: AuditActor;
  /** Whose matter it is: decides who reads the entry and how long it is kept. Null: the installation's own. */
  custId: number | null;
  /** What it was done to. */
  subject?: { kind: AuditSubject; id: number };
  /** The device concerned, when the subject is something else. */
  deviId?: number;
  /** The changed fields as they were and as they are. Never passwords, tokens or keys, and no names where an id says it. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
}

/**
 * Writes down what somebody does, in the transaction that does it: both happen or neither. The entry takes its place
 * in the hash chain at commit.
 */
export async function recordAudit(tx: Database, entry: AuditEntry): Promise<void> {
  await tx.insert(auditEntries).values({ salt: createToken(), content: JSON.stringify(contentOf(entry)) });
}

/** A page that refreshes itself, or is opened again and again, is one look. */
const sameLookMs = 3_600_000;

/** Writes down that somebody looked, unless the same person did so at the same thing from the same place within an hour. */
export async function recordLook(
  db: Database,
  entry: AuditEntry & { by: { userId: number } },
): Promise<void> {
  const { action, by, custId, subject, at } = entry;
  const deviId = entry.deviId ?? (subject?.kind === 'device' ? subject.id : null);
  const [last] = await db
    .select({ auditId: auditEntries.auditId })
    .from(auditEntries)
    .where(
      and(
        sql`${auditEntries.deviId} is not distinct from ${deviId}::int`,
        sql`${auditEntries.custId} is not distinct from ${custId}::int`,
        eq(auditEntries.userId, by.userId),
        eq(auditEntries.action, action),
        gt(auditEntries.at, at.getTime() - sameLookMs),
        contentIs('address', by.address),
        contentIs('subject', subject?.kind ?? null),
        contentIs('subjectId', subject === undefined ? null : String(subject.id)),
      ),
    )
    .orderBy(desc(auditEntries.auditId))
    .limit(1);
  if (last === undefined) await recordAudit(db, entry);
}

const contentIs = (key: string, value: string | null): SQL =>
  sql`${auditEntries.content}::jsonb ->> ${key}::text is not distinct from ${value}::text`;

/** The order of the keys is fixed, and the text is what is hashed. */
function contentOf({ action, at, by, custId, subject, deviId, before, after }: AuditEntry) {
  return {
    at: at.getTime(),
    action,
    userId: by.userId,
    context: by.context,
    address: by.address,
    custId,
    subject: subject?.kind ?? null,
    subjectId: subject?.id ?? null,
    deviId: deviId ?? (subject?.kind === 'device' ? subject.id : null),
    before: before ?? null,
    after: after ?? null,
  };
}
