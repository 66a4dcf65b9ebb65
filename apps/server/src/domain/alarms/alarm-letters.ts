import { sql } from 'drizzle-orm';
import { type Database, queryRows } from '#platform/database/database.ts';
import { toldAlarms } from './told-alarms.ts';

/** None that looks like a digit. */
export const letters: readonly string[] = [...'ABCDEFGHJKLMNPQRSTUVWXYZ'];

interface Lettered {
  /** Null: all are in use, and the alarm is answered by its link. */
  letter: string | null;
  /** The number has other alarms that are not over, so that an answer needs the letter. */
  isNeeded: boolean;
}

/**
 * The letter of an alarm in answers from this number: the one it has there, else one that no other alarm of the number
 * has, the one that was used least lately. In the transaction that stores the message.
 */
export async function letterOf(
  tx: Database,
  { number, alarmId, at }: { number: string; alarmId: number; at: Date },
): Promise<Lettered> {
  const isAlone = await isFirst(tx, number);
  const told = await toldAlarms(tx, number, at);
  const others = told.filter(({ alarm }) => alarm.alarmId !== alarmId);
  const present = others.filter(({ isPast }) => !isPast);
  const isNeeded = present.length > 0;
  const own = told.find(({ alarm }) => alarm.alarmId === alarmId)?.attempt.letter;
  if (own) return { letter: own, isNeeded };
  const inUse = new Set(present.map(({ attempt }) => attempt.letter));
  const byUse = others.toReversed().map(({ attempt }) => attempt.letter);
  const free = letters
    .filter((letter) => !inUse.has(letter))
    .toSorted((a, b) => byUse.lastIndexOf(a) - byUse.lastIndexOf(b));
  // Whoever is told of another alarm at this moment has the first one.
  const letter = isAlone ? free[0] : free.slice(1)[alarmId % Math.max(free.length - 1, 1)];
  return { letter: letter ?? null, isNeeded };
}

/** The class of the advisory locks "a number is told of an alarm"; the other number is a hash of it. */
const tellingLock = 5403;

/** False while another transaction tells this number: waiting for it could end in a deadlock. */
async function isFirst(tx: Database, number: string): Promise<boolean> {
  const [lock] = await queryRows<{ isFirst: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(${tellingLock}, hashtext(${number})) as "isFirst"`,
  );
  return lock?.isFirst === true;
}
