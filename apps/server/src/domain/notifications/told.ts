import { messageStates } from '@varde/catalogue/message-states';
import type { AlarmTold } from '@varde/contract/alarms';
import { eq } from 'drizzle-orm';
import { epoch } from '#platform/clock/epoch.ts';
import type { Database } from '#platform/database/database.ts';
import { attemptsOf } from './attempts.ts';
import { notificationChains } from './tables.ts';

/** How far an alarm has been told in the present round of its list; null: it is told to nobody. */
export async function toldSoFar(db: Database, alarmId: number): Promise<AlarmTold | null> {
  const [chain] = await db.select().from(notificationChains).where(eq(notificationChains.alarmId, alarmId));
  if (chain === undefined) return null;
  const { state, outcome, plan, round, repeated, nextAt } = chain;
  const attempts = await attemptsOf(db, [alarmId]);
  const isReached = ({ userId, receiverId }: Person, number: number) =>
    attempts.some(
      (attempt) =>
        attempt.reached &&
        attempt.round >= round - repeated &&
        ((attempt.round === round && attempt.step === number) ||
          (userId !== null ? attempt.userId === userId : attempt.receiverId === receiverId)),
    );
  return {
    state,
    outcome,
    receivers: (plan?.receivers ?? []).flatMap((receiver, number) =>
      receiver.skipped === null
        ? [
            {
              name: receiver.name,
              reached: isReached(receiver, number),
              messages: messagesIn(attempts.filter((attempt) => attempt.round === round && attempt.step === number)),
            },
          ]
        : [],
    ),
    nextAt: state === 'ended' ? null : epoch(nextAt),
  };
}

type Attempt = Awaited<ReturnType<typeof attemptsOf>>[number];
type Person = Pick<Attempt, 'userId' | 'receiverId'>;

/** One for each channel: of several browsers the one that came furthest. */
function messagesIn(attempts: readonly Attempt[]): AlarmTold['receivers'][number]['messages'] {
  const byChannel = Map.groupBy(attempts, ({ channel }) => channel);
  return [...byChannel].flatMap(([channel, ofChannel]) => {
    const state = messageStates.find((one) => ofChannel.some((attempt) => attempt.state === one));
    const furthest = ofChannel.find((attempt) => attempt.state === state);
    return state === undefined || furthest === undefined
      ? []
      : [{ channel, state, at: furthest.endedAt ?? epoch(furthest.at) }];
  });
}
