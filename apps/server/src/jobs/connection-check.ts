import { metyId } from '@varde/catalogue/message-types';
import { holdsConnection, protocols } from '@varde/catalogue/protocols';
import { type SQL, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';
import { lastKnown, timestamp } from '#platform/clock/last-known.ts';
import { heartbeatMinutes, silentFor } from './heartbeat.ts';
import type { Job, JobContext } from './job.ts';
import { raiseFlag } from './raise-flag.ts';

const connecting = protocols.filter(holdsConnection).map(({ key }) => key as string);

/**
 * Flags devices whose connection is gone for so long that they would be offline, and that are still heard under another
 * identity, as over HTTP: commands and calls do not reach them, and nothing else shows it.
 */
export const connectionCheck: Job = {
  name: 'connection-check',
  atGateway: true,
  everySeconds: 60,
  run: (context) =>
    raiseFlag(context, {
      where: disconnectedDevices(context),
      cause: 'connectionLost',
      metyId: metyId.communicationLost,
    }),
};

function disconnectedDevices({ steady }: JobContext): SQL {
  const reading = steady.read();
  const lost = sql`lost.lost_at`;
  return sql`not ${devices.flags} && '{tcpStatusDisabledWarning,offlineWarning}'
    and not ${devices.connected}
    and exists (select from device_identities lost
      where lost.devi_id = ${devices.deviId} and lost.protocol = any(${sql.param(connecting)}::text[])
        and lost.lost_at is not null and ${devices.lastMsgIn} > lost.lost_at + ${silentFor()}
        and ${lastKnown(lost, reading)} < ${timestamp(reading.now)} - ${silentFor()})
    and ${heartbeatMinutes()} > 0`;
}
