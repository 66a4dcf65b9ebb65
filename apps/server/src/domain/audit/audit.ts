import type { AuditAction, AuditSubject } from '@varde/catalogue/audit-actions';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/database/database.ts';
import { createToken } from '#platform/secrets/tokens.ts';
import { auditEntries } from './tables.ts';

/** Who did it and from where. A `Caller` is an actor. */
export interface AuditActor {
  /** Null without a login. */
  userId: number | null;
  /** The API key with which the user's program did it. */
  keyId?: number | null;
  address: string | null;
  context: Caller['context'] | null;
}

/** Varde itself: a job, or a command on the machine. */
export const noActor: AuditActor = { userId: null, address: null, context: null };

export interface AuditEntry {
  action: AuditAction;
  at: Date;
  by: AuditActor;
  /**
   * The customer concerned, which decides who reads the entry and how long it is kept. Null: the installation itself.
   */
  custId: number | null;
  /** The object of the action. */
  subject?: { kind: AuditSubject; id: number };
  /** The device concerned, when the subject is something else. */
  deviId?: number;
  /** The changed fields before and after. Never passwords, tokens or keys, and ids instead of names. */
  before?: Readonly<Record<string, unknown>>;
  after?: Readonly<Record<string, unknown>>;
}

/**
 * Audits an action in its own transaction: both are committed or neither. The entry is linked into the hash chain at
 * commit.
 */
export async function recordAudit(tx: Database, entry: AuditEntry): Promise<void> {
  await recordAllAudit(tx, [entry]);
}

/** `recordAudit` for one or more entries. */
export async function recordAllAudit(tx: Database, entries: readonly AuditEntry[]): Promise<void> {
  await tx.insert(auditEntries).values(entries.map(auditRow));
}

/** An entry as a row of its table. */
export const auditRow = (entry: AuditEntry) => ({
  salt: createToken(),
  content: JSON.stringify(contentOf(entry)),
});

/** The content of an entry as text. The order of the keys is fixed, since the text is hashed. */
export function contentOf({ action, at, by, custId, subject, deviId, before, after }: AuditEntry) {
  return {
    at: at.getTime(),
    action,
    userId: by.userId,
    ...(by.keyId ? { keyId: by.keyId } : {}),
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
