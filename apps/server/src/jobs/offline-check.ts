import { offlineAfterMinutes } from '@varde/catalogue/contact';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { metyId } from '@varde/catalogue/message-types';
import { type SQL, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';
import { lastKnown, timestamp } from '#platform/last-known.ts';
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
  run: (context) =>
    raiseFlag(context, { where: silentDevices(context), cause: 'silent', metyId: metyId.offline }),
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
      < ${now} - interval '1 minute' * ${silentMinutes(heartbeatMinutes())}`;
}

/** The rule of the catalogue as SQL: it is linear, so two of its points define it. */
function silentMinutes(heartbeat: SQL): SQL {
  const base = offlineAfterMinutes(0);
  return sql`(${base}::float8 + ${offlineAfterMinutes(1) - base}::float8 * ${heartbeat})`;
}

function heartbeatMinutes(): SQL {
  const hardware = Object.fromEntries(hardwareList.map((each) => [each.dehaId, each.heartbeatMinutes]));
  const reported = sql`(select reported #>> '{}' from device_settings
    where device_settings.devi_id = ${devices.deviId} and key = 'heartbeatInterval')`;
  const usual = sql`(${JSON.stringify(hardware)}::jsonb ->> ${devices.dehaId}::text)`;
  return sql`coalesce(${reported}, ${usual}, '0')::float8`;
}
