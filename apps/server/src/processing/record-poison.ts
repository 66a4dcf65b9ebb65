import type { Uplink } from '@varde/contract/events';
import { keptBytes } from '#domain/devices/kept-bytes.ts';
import { recordMalformed } from '#domain/devices/malformed-frames.ts';
import { UnprocessableUplink } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log/log.ts';
import { metrics } from '#platform/log/metrics.ts';
import { HourlyAllowance } from './hourly-allowance.ts';

/** Records of one device in an hour: an unacknowledged device repeats the same message every few seconds. */
const recordedPerHour = 10;

interface PoisonRecorderOptions {
  db: Database;
  clock: Clock;
  log: Log;
}

/**
 * Stores uplinks that make processing fail, with their frames; all are counted, and the first of each device in
 * an hour recorded. Returns the error for the publisher.
 */
export function createPoisonRecorder({ db, clock, log }: PoisonRecorderOptions) {
  const allowance = new HourlyAllowance(recordedPerHour);
  return async (uplink: Uplink, cause: unknown): Promise<unknown> => {
    const { protocol, identity, remoteAddress } = uplink;
    metrics.malformed.inc({ protocol, reason: 'processing' });
    const unprocessable = new UnprocessableUplink('an uplink makes processing fail', { cause });
    if (!allowance.take(`${protocol}\n${identity}`, clock.monotonic())) return unprocessable;
    const raw = 'raw' in uplink ? uplink.raw.subarray(0, keptBytes) : new Uint8Array();
    const receivedAt = new Date(uplink.receivedAt);
    try {
      const row = { protocol, identity, remoteAddress, receivedAt, reason: 'processing', raw };
      await recordMalformed(db, [row]);
      return unprocessable;
    } catch (error) {
      log.error({ err: error }, 'an uplink that could not be processed could not be recorded either');
      return cause;
    }
  };
}
