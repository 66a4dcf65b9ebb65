import type { Consent } from '@varde/contract/personal-data';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { consents, users } from './tables.ts';

type Row = { assignmentId: number | null; consent: Consent };

async function select(db: Database, where: SQL | undefined): Promise<Row[]> {
  const rows = await db
    .select({
      consent: consents,
      recordedByName: sql<string | null>`nullif(trim(${users.firstName} || ' ' || ${users.lastName}), '')`,
    })
    .from(consents)
    .leftJoin(users, eq(users.userId, consents.recordedBy))
    .where(where)
    .orderBy(desc(consents.saidAt), desc(consents.consentId));
  return rows.map(({ consent, recordedByName }) => ({
    assignmentId: consent.assignmentId,
    consent: {
      consentId: consent.consentId,
      kind: consent.kind,
      state: consent.state,
      saidAt: consent.saidAt.getTime(),
      recordedAt: consent.recordedAt.getTime(),
      recordedBy: recordedByName,
      note: consent.note,
    },
  }));
}

/** Consents of an account, latest first. */
export async function consentsOfUser(db: Database, userId: number): Promise<Consent[]> {
  return (await select(db, eq(consents.userId, userId))).map(({ consent }) => consent);
}

/** Consents of each of these assignments, latest first. */
export async function consentsOfPeriods(
  db: Database,
  assignmentIds: readonly number[],
): Promise<Map<number, Consent[]>> {
  const byPeriod = new Map<number, Consent[]>(assignmentIds.map((id) => [id, []]));
  for (const { assignmentId, consent } of await select(db, inArray(consents.assignmentId, [...assignmentIds])))
    if (assignmentId !== null) byPeriod.get(assignmentId)?.push(consent);
  return byPeriod;
}

export async function addConsent(tx: Database, consent: typeof consents.$inferInsert): Promise<void> {
  await tx.insert(consents).values(consent);
}

/**
 * The consents that count in one assignment count in another of the same wearer, at the same customer, from here on,
 * unless a later one was recorded there.
 */
export async function copyConsents(tx: Database, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    insert into consents (assignment_id, cust_id, kind, state, said_at, recorded_at, recorded_by, note)
    select ${to}::int, c.cust_id, c.kind, c.state, c.said_at, c.recorded_at, c.recorded_by, c.note
    from (select distinct on (kind) * from consents where assignment_id = ${from}
      order by kind, said_at desc, consent_id desc) c
    where not exists (select from consents t where t.assignment_id = ${to} and t.kind = c.kind
      and (t.said_at, t.recorded_at) >= (c.said_at, c.recorded_at))`);
}

/** Erases the notes on the consents of assignments; that a consent was given or refused stays. */
export async function forgetNotes(tx: Database, assignmentId: number): Promise<void> {
  await tx
    .update(consents)
    .set({ note: '' })
    .where(and(eq(consents.assignmentId, assignmentId), sql`${consents.note} <> ''`));
}
