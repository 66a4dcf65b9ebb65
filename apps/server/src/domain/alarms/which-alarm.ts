import type { AlarmAnswer } from '@varde/contract/sharing';
import { kindIn } from '../messages/alarm-words.ts';
import { replyWords } from '../messages/reply-words.ts';
import { type ComparedPin, mostWrongPins } from '../notifications/pins.ts';
import { type Answerable, nameOfAlarm } from './answerable.ts';
import type { Reply } from './read-reply.ts';

/** Which alarm an answer is about. */
export type Meant =
  | { kind: 'one'; one: Answerable }
  /** It could be about each of these: the receiver is asked. */
  | { kind: 'several'; options: Answerable[] }
  /** The PIN fits none of these. */
  | { kind: 'wrongPin'; tried: Answerable[] }
  /** These hashes decide it. */
  | { kind: 'compare'; hashes: string[] }
  /** It names an alarm that is not there, or has a PIN that nobody asked for. */
  | { kind: 'none' };

/** PINs that are compared to find out which alarm is meant; of more alarms than that the receiver is asked. */
const mostCompared = 4;

/**
 * Which of the alarms of a number an answer is about: that of its letter, the only one that is not over, or the only one
 * that its PIN fits. Never the latest one of several, which may be another customer's than the receiver thinks of
 * (decision 0033).
 */
export function meantBy(
  present: readonly Answerable[],
  { answer, letter, pin }: Reply,
  compared: readonly ComparedPin[],
): Meant {
  const named = letter === null ? goingOr(present) : present.filter(({ attempt }) => attempt.letter === letter);
  const [first, second] = named;
  if (first === undefined || (pin !== null && named.every(({ pinHash }) => pinHash === null))) return { kind: 'none' };
  if (second === undefined) return { kind: 'one', one: first };
  const options = named.filter(({ answers }) => answers.includes(answer));
  // Declining needs no PIN: it must not say whether one fits.
  if (pin === null || answer === 'declined') return { kind: 'several', options };
  const tried = options.filter(({ pinHash, attempt }) => pinHash !== null && attempt.wrongPins < mostWrongPins);
  const hashes = new Set(tried.map(({ pinHash }) => pinHash ?? ''));
  if (hashes.size === 0 || hashes.size > mostCompared) return { kind: 'several', options };
  const missing = [...hashes].filter((hash) => compared.every((one) => one.hash !== hash));
  if (missing.length > 0) return { kind: 'compare', hashes: missing };
  const fitting = tried.filter(({ pinHash }) => compared.some(({ hash, matches }) => matches && hash === pinHash));
  const [fits, another] = fitting;
  if (fits === undefined) return { kind: 'wrongPin', tried };
  return another === undefined ? { kind: 'one', one: fits } : { kind: 'several', options: fitting };
}

/** Those that are not over, or all when every one is. */
export function goingOr(present: readonly Answerable[]): readonly Answerable[] {
  const going = present.filter(({ found }) => found.alarm.state !== 'reset');
  return going.length > 0 ? going : present;
}

/** Alarms in one question; the others are answered by their links. */
const mostAsked = 5;

/** The question which of these alarms is meant, the earliest first; empty: of none. */
export function askWhich(
  options: readonly Answerable[],
  { answer, language }: { answer: AlarmAnswer; language: 'nb' | 'en' },
): string {
  if (options.length === 0) return '';
  const { which } = replyWords[language];
  const digit = answer === 'taken' ? 1 : 2;
  const lines = options.slice(0, mostAsked).map(({ attempt: { letter }, found, pinHash }) => {
    const isOnly = options.filter(({ attempt }) => attempt.letter === letter).length === 1;
    const pin = pinHash !== null && answer === 'taken' ? which.withPin : '';
    const how = letter !== null && isOnly ? `${digit}${letter}${pin}` : which.byLink;
    return `${how}: ${kindIn(language, found.alarm.metyId)}, ${nameOfAlarm(found, { isOneOfSeveral: true })}`;
  });
  const more = options.length - mostAsked;
  return [which.ask, ...lines.toReversed(), ...(more > 0 ? [which.more(more)] : [])].join('\n');
}
