import { type AlarmPathStage, alarmPathStages, alarmPathStoppedMs } from '@varde/catalogue/alarm-path';
import { and, desc, eq, gt, gte, lt, lte, max, min, or, sql } from 'drizzle-orm';
import { epoch } from '#platform/clock/epoch.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import type { Database } from '#platform/database/database.ts';
import { listAdministrators } from '../accounts/registrations.ts';
import { queueMail } from '../messages/queue-mail.ts';
import { alarmPathChecks } from './tables.ts';

/** Milliseconds from the press to each stage that was passed in time. */
export type PassedStages = { [S in AlarmPathStage]?: number };

export const isWhole = (passed: PassedStages): boolean => alarmPathStages.every((stage) => passed[stage] !== undefined);

export type CheckRecord = typeof alarmPathChecks.$inferSelect;

const keptMs = 30 * 86_400_000;

/** Records a check. When it is certain that the path is broken, administrators are told by mail, once for each outage. */
export async function recordCheck(tx: Database, at: Date, passed: PassedStages): Promise<void> {
  // Later ones are of a clock that was ahead.
  const isOutdated = or(lt(alarmPathChecks.at, new Date(at.getTime() - keptMs)), gt(alarmPathChecks.at, at));
  await tx.delete(alarmPathChecks).where(isOutdated);
  const warned = !isWhole(passed) && (await isNews(tx, at));
  const { acknowledged: acknowledgedMs, live: liveMs, told: toldMs } = passed;
  await tx.insert(alarmPathChecks).values({ at, acknowledgedMs, liveMs, toldMs, warned });
  if (!warned) return;
  const mails = (await listAdministrators(tx)).map(({ username, language }) => ({
    ...{ to: username, language, template: 'alarmPathStopped' as const, at: at.getTime() },
    values: { path: '/admin/alarm_path', at: at.getTime() },
  }));
  await queueMail(tx, ...mails);
}

/** Records that no check begins any more, as one that has failed, unless a recent one did. Processes do so in turn. */
export async function recordMissingCheck(tx: Database, at: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.missingCheck})`);
  const recent = and(lte(alarmPathChecks.at, at), gte(alarmPathChecks.at, new Date(at.getTime() - alarmPathStoppedMs)));
  if ((await tx.select().from(alarmPathChecks).where(recent).limit(1)).length === 0) await recordCheck(tx, at, {});
}

async function isNews(db: Database, at: Date): Promise<boolean> {
  const { isStopped, since } = await alarmPathState(db, at.getTime());
  if (!isStopped || since === null) return false;
  const told = and(eq(alarmPathChecks.warned, true), gt(alarmPathChecks.at, new Date(since)));
  return (await db.select().from(alarmPathChecks).where(told).limit(1)).length === 0;
}

/**
 * Whether the path of alarms is broken, as far as the checks tell, and since when: Unix milliseconds of the latest check
 * that arrived, of the first one when none has. `since` null: there was no check yet.
 */
export async function alarmPathState(
  db: Database,
  now: number,
): Promise<{ since: number | null; lastPassedAt: number | null; isStopped: boolean }> {
  const until = lte(alarmPathChecks.at, new Date(now));
  const [passed] = await db
    .select({ at: max(alarmPathChecks.at) })
    .from(alarmPathChecks)
    .where(and(until, eq(alarmPathChecks.passed, true)));
  const [first] = await db
    .select({ at: min(alarmPathChecks.at) })
    .from(alarmPathChecks)
    .where(until);
  const since = passed?.at ?? first?.at ?? null;
  return {
    since: epoch(since),
    lastPassedAt: epoch(passed?.at ?? null),
    isStopped: since !== null && now - since.getTime() > alarmPathStoppedMs,
  };
}

export const latestChecks = (db: Database, limit: number) =>
  db.select().from(alarmPathChecks).orderBy(desc(alarmPathChecks.at), desc(alarmPathChecks.checkId)).limit(limit);
