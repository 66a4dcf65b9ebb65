import { dueZones, sendZone } from '#domain/commands/zone-of-market.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { lockDevice } from '#domain/devices/find-device.ts';
import type { WireGroups } from '#domain/settings/wire-groups.ts';
import type { Job } from './job.ts';

/** Devices in one run: those of a market are all due in the same second, and no alarm is to wait for them. */
const atOnce = 20;

/**
 * Devices that follow their market get its new time zone when its clocks are set forward or back. It follows from what is
 * stored, whenever that was: a run that was cut off is continued by the next.
 */
export const zonesOfMarkets = (wireGroups: WireGroups): Job => ({
  name: 'zones-of-markets',
  everySeconds: 15,
  run: async ({ db, bus, clock }) => {
    const at = new Date(clock.now());
    for (const { deviId } of await dueZones(db, at, { limit: atOnce }))
      await commitAndPublish({ db, bus }, async (tx, changes) => {
        const device = await lockDevice(tx, 'all', deviId);
        const [due] = await dueZones(tx, at, { deviId });
        if (device === undefined || due === undefined) return;
        await sendZone(tx, device, at, wireGroups);
        changes.publish({ type: 'devicePage', deviId, custId: device.custId });
        changes.commandsOf(deviId);
      });
  },
});
