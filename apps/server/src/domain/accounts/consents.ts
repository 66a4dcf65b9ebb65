import type { Consent } from '@varde/contract/personal-data';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/database.ts';
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

/** What was said about an account, the latest first. */
export async function consentsOfUser(db: Database, userId: number): Promise<Consent[]> {
  return (await select(db, eq(consents.userId, userId))).map(({ consent }) => consent);
}

/** What was said about each of these assignments, the latest first. */
export async function consentsOfPeriods(
  db: Database,
  assignmentIds: readonly number[],
): Promise<Map<number, Consent[]>> {
  const byPeriod = new Map<number, Consent[]>(assignmentIds.map((id) => [id, []]));
  for (const { assignmentId, consent } of await select(
    db,
    inArray(consents.assignmentId, [...assignmentIds]),
  ))
    if (assignmentId !== null) byPeriod.get(assignmentId)?.push(consent);
  return byPeriod;
}

export async function addConsent(tx: Database, consent: typeof consents.$inferInsert): Promise<void> {
  await tx.insert(consents).values(consent);
}

/** That something was said of an assignment stays, what was noted of it goes. */
export async function forgetNotes(tx: Database, assignmentId: number): Promise<void> {
  await tx
    .update(consents)
    .set({ note: '' })
    .where(and(eq(consents.assignmentId, assignmentId), sql`${consents.note} <> ''`));
}
