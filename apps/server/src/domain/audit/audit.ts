import type { AuditAction, AuditSubject } from '@varde/catalogue/audit-actions';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import { createToken } from '#platform/tokens.ts';
import { auditEntries } from './tables.ts';

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
  await recordAllAudit(tx, [entry]);
}

/** `recordAudit` for several, of which there is at least one. */
export async function recordAllAudit(tx: Database, entries: readonly AuditEntry[]): Promise<void> {
  await tx.insert(auditEntries).values(entries.map(auditRow));
}

/** An entry as its table takes it. */
export const auditRow = (entry: AuditEntry) => ({
  salt: createToken(),
  content: JSON.stringify(contentOf(entry)),
});

/** What an entry's text holds. The order of the keys is fixed, and the text is what is hashed. */
export function contentOf({ action, at, by, custId, subject, deviId, before, after }: AuditEntry) {
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
