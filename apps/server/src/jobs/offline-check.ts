import { offlineAfterMinutes } from '@varde/catalogue/contact';
import { metyId } from '@varde/catalogue/message-types';
import { type SQL, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';
import { lastKnown, timestamp } from '#platform/clock/last-known.ts';
import { heartbeatMinutes, silentFor } from './heartbeat.ts';
import type { Job, JobContext } from './job.ts';
import { raiseFlag } from './raise-flag.ts';

/**
 * A device without contact for too long is offline. Its heartbeat interval is the one that it has reported, else that
 * of its hardware; an interval of 0 means no heartbeat. Time in which the server did not listen does not count, so that
 * neither a restart nor a clock change declares a whole fleet offline.
 */
export const offlineCheck: Job = {
  name: 'offline-check',
  atGateway: true,
  everySeconds: 60,
  run: (context) => raiseFlag(context, { where: silentDevices(context), cause: 'silent', metyId: metyId.offline }),
};

function silentDevices({ steady }: JobContext): SQL {
  const reading = steady.read();
  const now = timestamp(reading.now);
  // Most devices had contact recently: the first condition excludes them before their settings are read.
  return sql`(${devices.lastMsgIn} < ${now} - interval '1 minute' * ${offlineAfterMinutes(1)}::float8
      or ${devices.lastMsgIn} > ${now})
    and not ${devices.flags} @> '{offlineWarning}'
    and ${heartbeatMinutes()} > 0
    and ${lastKnown(devices.lastMsgIn, reading)}
      < ${now} - ${silentFor()}`;
}
