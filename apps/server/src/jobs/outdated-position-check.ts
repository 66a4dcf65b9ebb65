import { outdatedPositionHours } from '@varde/catalogue/contact';
import { hardwareList } from '@varde/catalogue/hardware/index';
import { and, inArray, isNotNull, lt, not, sql } from 'drizzle-orm';
import { devices } from '#domain/devices/tables.ts';
import { lastKnown, timestamp } from '#platform/clock/last-known.ts';
import type { Job } from './job.ts';
import { raiseFlag } from './raise-flag.ts';

const positioned = hardwareList.filter(({ capabilities }) => capabilities.positioning);

/**
 * Flags devices that are located, and whose position is outdated, or was never sent. A device that was never in contact
 * has no fault yet: it would come before those that have. Setting the server's clock makes no position older.
 */
export const outdatedPositionCheck: Job = {
  name: 'outdated-position-check',
  atGateway: true,
  everySeconds: 600,
  run: async (context) => {
    const reading = context.steady.read();
    const outdated = timestamp(reading.now - outdatedPositionHours * 3_600_000);
    const dehaIds = positioned.map(({ dehaId }) => dehaId);
    const where = and(
      inArray(devices.dehaId, dehaIds),
      isNotNull(devices.lastMsgIn),
      lt(lastKnown(devices.posTime, reading, reading.setAt ?? 0), outdated),
      sql`not ${devices.flags} @> '{outdatedPositionWarning}'`,
      not(devices.positioningOff),
    );
    if (where !== undefined) await raiseFlag(context, { where, cause: 'positionOutdated', metyId: null });
  },
};
