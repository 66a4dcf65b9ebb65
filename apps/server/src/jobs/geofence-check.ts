import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { devicesOutside } from '#domain/geofences/geofences.ts';
import type { Job } from './job.ts';

/** Devices woken in one transaction: processing judges them in one batch. */
const atOnce = 500;

/**
 * Has processing judge the devices whose wearers are outside a fence, since a delay ends and hours begin without a message
 * of the device. Processing alone raises alarms.
 */
export const geofenceCheck: Job = {
  name: 'geofence-check',
  everySeconds: 15,
  run: async ({ db, bus, stopping }) => {
    for (let after = 0; !stopping.aborted; ) {
      const deviIds = await devicesOutside(db, after, atOnce);
      const last = deviIds.at(-1);
      if (last === undefined) return;
      await commitAndPublish({ db, bus }, async (_tx, changes) => {
        for (const deviId of deviIds) changes.commandsOf(deviId);
      });
      after = last;
    }
  },
};
