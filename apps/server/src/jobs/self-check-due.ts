import { selfCheckLimit } from '@varde/catalogue/contact';
import { and, isNotNull, lt, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';
import { lastKnown, timestamp } from '#platform/clock/last-known.ts';
import type { Job } from './job.ts';
import { raiseFlag } from './raise-flag.ts';

/**
 * Flags devices that send a self-check every day, and whose next one did not come although they are in contact. A device
 * that has never sent one is not awaited. Setting the server's clock misses none.
 */
export const selfCheckDue: Job = {
  name: 'self-check-due',
  atGateway: true,
  everySeconds: 600,
  run: async (context) => {
    const reading = context.steady.read();
    const missed = timestamp(reading.now - selfCheckLimit.hours * 3_600_000);
    const where = and(
      isNotNull(devices.selfCheckAt),
      lt(lastKnown(devices.selfCheckAt, reading, reading.setAt ?? 0), missed),
      sql`not ${devices.flags} && '{selfCheckWarning,offlineWarning}'`,
    );
    if (where !== undefined) await raiseFlag(context, { where, cause: 'selfCheckMissed', metyId: null });
  },
};
