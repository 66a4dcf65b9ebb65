import { nameOfRetryKey, type RetryKey, storeRetryKeys } from '#domain/transactions/retry-keys.ts';
import { type Batch, type MessageEntry, openMessages, type UplinkOf } from '../batch.ts';
import { credibleTime } from '../device-time.ts';
import { holdsAlarm } from '../next-batch.ts';

/**
 * A device repeats a message until it is acknowledged; it is stored once. A message with its own time is recognised for
 * as long as keys are kept. One without, or with a time that cannot be right, is recognised for a minute from the
 * first: the same bytes after that are a second press of the button, and a press is never lost. A first one in the
 * future was received before the clock was set back by an unknown time, and does not count. Messages with an alarm have
 * keys of their own, so that no other message can swallow the alarm. The first two letters of a key tell the kinds
 * apart. Decision 0005.
 */
export async function deduplicate(batch: Batch): Promise<void> {
  const candidates = new Map<string, { entry: MessageEntry; key: RetryKey }>();
  for (const entry of openMessages(batch)) {
    const key = keyOf(entry);
    if (key === null) continue;
    const name = nameOfRetryKey(key);
    if (candidates.has(name)) entry.verdict = 'duplicate';
    else candidates.set(name, { entry, key });
  }
  if (candidates.size === 0) return;
  const fresh = await storeRetryKeys(
    batch.tx,
    [...candidates.values()].map(({ key }) => key),
  );
  for (const [name, { entry }] of candidates) if (!fresh.has(name)) entry.verdict = 'duplicate';
}

function keyOf({ uplink, device }: MessageEntry): RetryKey | null {
  if (uplink.retryKey === null) return null;
  const validity = uplink.timed && hasOwnTime(uplink) ? 't' : 'u';
  const kind = holdsAlarm(uplink) ? 'a' : '-';
  return {
    deviId: device.before.deviId,
    retryKey: `${validity}${kind}${uplink.retryKey}`,
    receivedAt: new Date(uplink.receivedAt),
  };
}

/** A clock that was never set, runs ahead, is stopped or restarts: its time does not identify a message. */
function hasOwnTime({ report, receivedAt }: UplinkOf<'message'>): boolean {
  return report.samples
    .flatMap(({ at, events }) => [at, ...events.map((event) => event.at)])
    .some((at) => credibleTime(at, receivedAt) !== null);
}
