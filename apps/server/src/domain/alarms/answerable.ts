import { beginningOf } from '@varde/catalogue/beginning-of';
import type { AlarmAnswer } from '@varde/contract/sharing';
import type { Database } from '#platform/database/database.ts';
import type { Attempt } from './alarm-links.ts';
import { type AlarmWithNames, findAlarm } from './alarms.ts';
import { isClaimedThrough } from './answer-alarm.ts';
import { nameInShare } from './shared-alarm.ts';
import { standingOf } from './standing.ts';
import type { ToldAlarm } from './told-alarms.ts';

/** An alarm that a receiver may answer, by the latest message about it. */
export interface Answerable {
  attempt: Attempt;
  found: AlarmWithNames;
  /** Null: it is taken without a PIN. */
  pinHash: string | null;
  /** What can be answered now; empty: somebody has it, or it is over. */
  answers: readonly AlarmAnswer[];
}

/** Of the alarms that a number was told of, those whose receiver may still handle them; the latest first. */
export async function answerableOf(tx: Database, told: readonly ToldAlarm[], at: Date): Promise<Answerable[]> {
  const answerable: Answerable[] = [];
  for (const { attempt, alarm } of told) {
    const found = await findAlarm(tx, 'server', alarm.alarmId);
    const standing = found && (await standingOf(tx, attempt, found, at));
    if (found === undefined || !standing?.receiver) continue;
    const { pinHash } = standing.receiver;
    answerable.push({ attempt, found, pinHash, answers: await answersTo(tx, found, attempt) });
  }
  return answerable;
}

async function answersTo(tx: Database, { alarm }: AlarmWithNames, attempt: Attempt): Promise<readonly AlarmAnswer[]> {
  if (alarm.state === 'reset') return [];
  if (alarm.state === 'open' || alarm.handedOverBy !== null) return ['taken', 'declined'];
  return (await isClaimedThrough(tx, alarm, attempt)) ? ['declined'] : [];
}

/** Names as long as they may be in an SMS about several alarms. */
const longestName = 40;

/** Whose alarm it is, with the customer where the number was told of several alarms. */
export function nameOfAlarm(found: AlarmWithNames, { isOneOfSeveral }: { isOneOfSeveral: boolean }): string {
  const name = nameInShare(found);
  return isOneOfSeveral ? `${beginningOf(name, longestName)}, ${beginningOf(found.custName, longestName)}` : name;
}
