import { createHash } from 'node:crypto';
import { auditActions } from '@varde/catalogue/audit-actions';
import { asc, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { auditChain, auditEntries, auditHead } from './tables.ts';

export interface AuditVerification {
  intact: boolean;
  /**
   * The first fault: a link that does not follow from the one before (`chain`), an entry that was changed (`content`)
   * or deleted without a record in the chain (`missing`), one that is not in the chain (`unlinked`), or links that were
   * cut off the end (`cut`: `seq` is the last known link, null when that is lost too).
   */
  fault: { seq: number | null; reason: 'chain' | 'content' | 'missing' | 'unlinked' | 'cut' } | null;
  entries: number;
  removed: number;
  head: { seq: number; hash: string } | null;
}

const atOnce = 2_000;

/** Verifies the hash chain from its first link to its last, independently of the triggers of the database. */
export async function verifyAuditChain(db: Database): Promise<AuditVerification> {
  const found: AuditVerification = { intact: true, fault: null, entries: 0, removed: 0, head: null };
  const missing: MissingLink[] = [];
  const recorded: RecordedRemovals = { removals: new Map(), erased: new Map() };
  for (let links = await linksAfter(db, 0); links.length > 0; links = await linksAfter(db, found.head?.seq ?? 0)) {
    for (const link of links) {
      const fault = faultOf(link, found.head);
      if (fault !== null) return { ...found, intact: false, fault: { seq: link.seq, reason: fault } };
      found.head = { seq: link.seq, hash: link.hash };
      if (link.content === null) missing.push(link);
      else noteRemoval(recorded, link.content);
    }
  }
  const gone = missing.find((link) => !isAccountedFor(link, recorded));
  const total = found.head?.seq ?? 0;
  Object.assign(found, { entries: total - missing.length, removed: missing.length });
  if (gone !== undefined) return { ...found, intact: false, fault: { seq: gone.seq, reason: 'missing' } };
  const cut = await cutOff(db, found.head);
  if (cut !== null) return { ...found, intact: false, fault: cut };
  if (await hasUnlinked(db)) return { ...found, intact: false, fault: { seq: null, reason: 'unlinked' } };
  return found;
}

type Link = Awaited<ReturnType<typeof linksAfter>>[number];
type MissingLink = Pick<Link, 'seq' | 'at' | 'custId' | 'auditId'>;

/** The last link of the chain; null for an empty chain. */
export async function chainHead(db: Database): Promise<AuditVerification['head']> {
  const [last] = await db
    .select({ seq: auditChain.seq, hash: auditChain.hash })
    .from(auditChain)
    .orderBy(desc(auditChain.seq))
    .limit(1);
  return last ?? null;
}

/** Whether the chain holds a link that was recorded elsewhere. An empty log was recorded as `seq` 0. */
export async function chainHolds(db: Database, { seq, hash }: { seq: number; hash: string }): Promise<boolean> {
  if (seq === 0) return true;
  const [link] = await db.select({ hash: auditChain.hash }).from(auditChain).where(eq(auditChain.seq, seq));
  return link?.hash === hash;
}

/** Whether the chain ends before its stored head. */
async function cutOff(db: Database, last: AuditVerification['head']): Promise<AuditVerification['fault']> {
  const [head] = await db.select({ seq: auditHead.seq, hash: auditHead.hash }).from(auditHead);
  // A concurrent entry may have advanced the head: the last verified link must still exist.
  if (head === undefined) return last === null ? null : { seq: null, reason: 'cut' };
  return (await chainHolds(db, head)) && head.seq >= (last?.seq ?? 0) ? null : { seq: head.seq, reason: 'cut' };
}

/** Removals and erasures that are recorded in the chain. */
interface RecordedRemovals {
  /** For each customer, the time before which entries were removed by retention. */
  removals: Map<number | null, number>;
  /** Entries about an erased person, with the customer that they belonged to. */
  erased: Map<number, number | null>;
}

const isAccountedFor = ({ at, custId, auditId }: MissingLink, { removals, erased }: RecordedRemovals): boolean =>
  at < (removals.get(custId) ?? 0) || erased.get(auditId) === custId;

function linksAfter(db: Database, seq: number) {
  return db
    .select({
      seq: auditChain.seq,
      auditId: auditChain.auditId,
      at: auditChain.at,
      custId: auditChain.custId,
      contentHash: auditChain.contentHash,
      hash: auditChain.hash,
      salt: auditEntries.salt,
      content: auditEntries.content,
    })
    .from(auditChain)
    .leftJoin(auditEntries, eq(auditEntries.auditId, auditChain.auditId))
    .where(gt(auditChain.seq, seq))
    .orderBy(asc(auditChain.seq))
    .limit(atOnce);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Computed like the function `audit_link` of the database. */
function faultOf(link: Link, before: { seq: number; hash: string } | null): 'chain' | 'content' | null {
  const { seq, auditId, at, custId, contentHash, hash, salt, content } = link;
  const linked = [before?.hash ?? '', seq, auditId, at, custId ?? '-', contentHash].join('|');
  if (seq !== (before?.seq ?? 0) + 1 || sha256(linked) !== hash) return 'chain';
  return content !== null && sha256(`${salt}${content}`) !== contentHash ? 'content' : null;
}

const dayMs = 86_400_000;
const fewestDays = 30;
const looks: ReadonlySet<string> = new Set(auditActions.filter(({ read }) => read).map(({ key }) => key));

/**
 * Called for unchanged entries of the chain only. A removal counts only within its limits (migration 0039): no entry is
 * removed before the end of its retention, and no look is removed by an erasure.
 */
function noteRemoval({ removals, erased }: RecordedRemovals, content: string): void {
  const { at, action, custId, after } = JSON.parse(content) as {
    at: number;
    action: string;
    custId: number | null;
    after: { before?: number; days?: number; entries?: { auditId: number; action: string }[] } | null;
  };
  const { before = 0, days = 0, entries = [] } = after ?? {};
  if (action === 'audit.removed' && days >= fewestDays && before <= at - days * dayMs)
    removals.set(custId, Math.max(removals.get(custId) ?? 0, before));
  if (action === 'audit.erased')
    for (const entry of entries) if (!looks.has(entry.action)) erased.set(entry.auditId, custId);
}

async function hasUnlinked(db: Database): Promise<boolean> {
  const rows = await db
    .select({ auditId: auditEntries.auditId })
    .from(auditEntries)
    .leftJoin(auditChain, eq(auditChain.auditId, auditEntries.auditId))
    .where(isNull(auditChain.seq))
    .limit(1);
  return rows.length > 0;
}
