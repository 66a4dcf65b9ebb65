import { eq } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { createToken, hashOfToken } from '#platform/secrets/tokens.ts';
import { notificationAttempts } from '../notifications/tables.ts';
import { alarmShares } from './tables.ts';

/** A link to an alarm: its path in the console, and what is stored of it. */
export function newLink(): { path: string; tokenHash: string } {
  const token = createToken();
  return { path: `/shared/${token}`, tokenHash: hashOfToken(token) };
}

export type Attempt = typeof notificationAttempts.$inferSelect;

export type AlarmLink = { alarmId: number; withPlace: boolean } & (
  | { shareId: number; attempt: null }
  /** The message of a receiver, who may answer. */
  | { shareId: null; attempt: Attempt }
);

/** The share or the message that a link belongs to; undefined when there is none. The caller has the server's own reach. */
export async function findAlarmLink(tx: Database, token: string): Promise<AlarmLink | undefined> {
  const tokenHash = hashOfToken(token);
  const { shareId, alarmId, withPlace } = alarmShares;
  const [share] = await tx
    .select({ shareId, alarmId, withPlace })
    .from(alarmShares)
    .where(eq(alarmShares.tokenHash, tokenHash));
  if (share !== undefined) return { ...share, attempt: null };
  const [attempt] = await tx.select().from(notificationAttempts).where(eq(notificationAttempts.tokenHash, tokenHash));
  return attempt && { shareId: null, alarmId: attempt.alarmId, withPlace: true, attempt };
}
