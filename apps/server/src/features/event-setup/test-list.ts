import { timeZoneOf } from '@varde/catalogue/markets';
import type { EventSetupTest } from '@varde/contract/event-setup';
import { channelRules } from '@varde/contract/event-setup-form';
import { marketOf } from '#domain/customers/customers.ts';
import { latestTests, queueTests } from '#domain/notifications/list-tests.ts';
import type { StoredReceiver } from '#domain/notifications/plan.ts';
import { AppError } from '#platform/app-error.ts';
import { epoch } from '#platform/clock/epoch.ts';
import type { Database } from '#platform/database/database.ts';
import type { AttemptLimit } from '#platform/limits/attempt-limits.ts';
import type { RecipientRights } from './recipient-rights.ts';

/** Between two tests of one list. */
const pauseMs = 60_000;

/** Each test may be forty messages that cost money. */
export const testsOf = (userId: number): AttemptLimit => ({
  key: `notification tests of ${userId}`,
  free: 20,
  longestPauseMs: 10 * 60_000,
});

interface Tested {
  assignmentId: number;
  deviceName: string;
  receivers: readonly StoredReceiver[];
  at: Date;
  custId: number;
}

/** Throws `nobodyToTell`, and `tooManyRequests` within a minute of the last test. The caller holds the device's lock. */
export async function testList(
  tx: Database,
  { at, custId, ...tested }: Tested,
  rights: RecipientRights,
): Promise<EventSetupTest> {
  if (tested.receivers.every(({ leftOut }) => leftOut !== null)) throw new AppError('nobodyToTell');
  const { sentAt } = await shownTest(tx, tested.assignmentId, rights);
  const now = at.getTime();
  // A test from the future was sent before the clock was set back.
  if (sentAt !== null && sentAt > now - pauseMs && sentAt <= now) throw new AppError('tooManyRequests');
  await queueTests(tx, { ...tested, at, timeZone: timeZoneOf(await marketOf(tx, custId)) });
  return shownTest(tx, tested.assignmentId, rights);
}

type Message = Awaited<ReturnType<typeof latestTests>>[number];

/** The latest test for this wearer, as a caller with these rights sees it: a provider's reason may name the number. */
export async function shownTest(tx: Database, assignmentId: number, rights: RecipientRights): Promise<EventSetupTest> {
  const messages = await latestTests(tx, assignmentId);
  const shown = ({ at: _at, ...message }: Message): EventSetupTest['messages'][number] => {
    const { leadsTo } = channelRules[message.channel];
    if (leadsTo === 'browser' || rights[leadsTo] !== 'none') return message;
    return { ...message, recipient: null, reason: null };
  };
  return {
    sentAt: messages[0] === undefined ? null : epoch(messages[0].at),
    messages: messages.map(shown),
  };
}
