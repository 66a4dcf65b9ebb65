import type { Uplink } from '@varde/contract/events';
import { keptBytes } from '#domain/devices/kept-bytes.ts';
import { countMalformed, recordMalformed } from '#domain/devices/malformed-frames.ts';
import { UnprocessableUplink } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log/log.ts';
import { metrics } from '#platform/log/metrics.ts';
import { HourlyAllowance } from './hourly-allowance.ts';
import { holdsAlarm } from './next-batch.ts';

/** Records of one device in an hour: an unacknowledged device repeats the same message every few seconds. */
const recordedPerHour = 10;

interface PoisonRecorderOptions {
  db: Database;
  clock: Clock;
  log: Log;
}

/**
 * Puts uplinks that make processing fail aside: the first of each device in an hour with their frames, and so each one
 * with an alarm; the others are counted at the last of them. Returns the error for the publisher: it may be acknowledged
 * on a shared link only when that was committed.
 */
export function createPoisonRecorder({ db, clock, log }: PoisonRecorderOptions) {
  const allowance = new HourlyAllowance(recordedPerHour);
  return async (uplink: Uplink, cause: unknown): Promise<unknown> => {
    const { protocol, identity, remoteAddress } = uplink;
    metrics.malformed.inc({ protocol, reason: 'processing' });
    const raw = 'raw' in uplink ? uplink.raw.subarray(0, keptBytes) : new Uint8Array();
    const row = {
      protocol,
      identity,
      remoteAddress,
      receivedAt: new Date(uplink.receivedAt),
      reason: 'processing',
      raw,
    };
    const isKept = allowance.take(`${protocol}\n${identity}`, clock.monotonic()) || holdsAlarm(uplink);
    try {
      if (isKept || !(await countMalformed(db, row))) await recordMalformed(db, [row]);
      return new UnprocessableUplink('an uplink makes processing fail', { cause });
    } catch (error) {
      log.error({ err: error }, 'an uplink that could not be processed could not be recorded either');
      return cause;
    }
  };
}
