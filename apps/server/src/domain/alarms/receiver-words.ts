import { alarmEventNumber, type TakenWay } from '@varde/catalogue/alarm-events';
import type { ReceiverWords } from '@varde/contract/alarms';
import { and, count, desc, eq, isNotNull } from 'drizzle-orm';
import { epoch } from '#platform/clock/epoch.ts';
import type { Database } from '#platform/database/database.ts';
import { partyOf } from '../notifications/chains.ts';
import { receiverEventsOf, recordAlarmEvent } from './alarm-events.ts';
import type { Attempt } from './alarm-links.ts';
import { auditAlarm } from './audit-alarm.ts';
import { changeAlarmIf } from './claims.ts';
import { lockAlarm } from './lock-alarm.ts';
import { alarmEvents } from './tables.ts';

/** Of one receiver about one alarm: a telephone that answers by itself would go on for ever. */
const mostTexts = 20;
/** Characters that are kept of a text. */
const longest = 500;

interface Written {
  /** Null: not shown, because it may be about an alarm of another customer. */
  text: string | null;
  /** What may be a PIN is not kept. */
  hidesPin: boolean;
  way: TakenWay;
  address: string;
  at: Date;
}

/**
 * Adds to the timeline of an alarm what a receiver wrote or pressed that is no answer. Returns false, and adds nothing, when this receiver has written too often about it. In a transaction with the server's own reach.
 */
export async function recordWords(
  tx: Database,
  attempt: Attempt,
  { text, hidesPin, way, address, at }: Written,
): Promise<boolean> {
  const { alarmId, attemptId, userId } = attempt;
  const party = partyOf(attempt);
  await lockAlarm(tx, alarmId);
  const [{ texts } = { texts: 0 }] = await tx
    .select({ texts: count() })
    .from(alarmEvents)
    .where(and(wordsOf(alarmId), eq(alarmEvents.party, party ?? '')));
  if (texts >= mostTexts) return false;
  const owner = await changeAlarmIf(tx, { alarmId, scope: 'server', condition: undefined }, {});
  if (owner === null) return false;
  const { header } = receiverEventsOf(userId);
  const words = text === null ? null : keptWords(hidesPin ? withoutPin(text) : text);
  const event = { alarmId, event: 'receiverWrote' as const, header, at, result: way };
  await recordAlarmEvent(tx, {
    ...event,
    ...(party !== null && { party }),
    ...(words !== null && { words }),
  });
  const by = { userId: null, address, context: null };
  const change = { action: 'alarm.receiverWrote' as const, before: {}, after: { attemptId } };
  await auditAlarm(tx, { alarmId, at, by }, owner, change);
  return true;
}

const wordsOf = (alarmId: number) =>
  and(eq(alarmEvents.alarmId, alarmId), eq(alarmEvents.number, alarmEventNumber.receiverWrote));

/** What receivers have written last about an alarm, the latest first. */
export async function latestWords(db: Database, alarmId: number, most: number): Promise<ReceiverWords[]> {
  const { at, party, result, words, eventId } = alarmEvents;
  const rows = await db
    .select({ at, party, result, words })
    .from(alarmEvents)
    .where(and(wordsOf(alarmId), isNotNull(words)))
    .orderBy(desc(at), desc(eventId))
    .limit(most);
  return rows.map((row) => ({ ...row, at: epoch(row.at), words: row.words ?? '' }));
}

/**
 * A text as it is kept: one line, without characters that hide others or change their order, and without towers of
 * accents.
 */
export function keptWords(text: string): string {
  const line = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll(/(?!\u200d)\p{Cf}/gu, '') // the joiner is part of emoji
    .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1')
    .trim();
  const characters = [...line];
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`;
}

/** Four digits or more that stand together or have spaces or hyphens between them. */
const mayBePin = /[\p{Nd}\p{No}](?:[\p{Z}\p{Pd}\p{M}\p{Cf}]*[\p{Nd}\p{No}]){3,}/gu;
const withoutPin = (text: string): string => text.replaceAll(mayBePin, '••••');
