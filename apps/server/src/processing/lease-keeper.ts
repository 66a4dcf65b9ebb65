import { commitAndPublish } from '#domain/commit-and-publish.ts';
import {
  disconnectUnheld,
  expiredGateways,
  forgetGateway,
  releaseConnections,
  renewLease,
} from '#domain/devices/connection-leases.ts';
import { deviceEvent } from '#domain/devices/device-events.ts';
import { lockDevices } from '#domain/devices/lock-devices.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log/log.ts';
import type { Service } from '#platform/service.ts';

export interface LeaseKeeperOptions {
  db: Database;
  bus: Bus;
  log: Log;
  gatewayId: string;
}

/** Renewal interval, a third of the lease: two renewals in a row may fail. */
const renewMs = 10_000;

/** Devices in one transaction: keeps it short, so that it delays no alarm on a database with one connection. */
const atOnce = 100;

export interface LeaseKeeper extends Service {
  /** Renews this process's lease, and takes the connections of gateways with an expired lease. */
  beat(): Promise<void>;
}

/**
 * Renews the lease of this process's gateways in the database, and marks the devices of a gateway with an expired lease
 * as not connected. A process that starts has no connections yet, so it releases those left by an earlier run of the
 * same name; it also releases those of expired gateways, and leaves those of live ones alone.
 */
export function createLeaseKeeper({ db, bus, log, gatewayId }: LeaseKeeperOptions): LeaseKeeper {
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | null = null;

  async function releaseSome(expired: string): Promise<boolean> {
    const { deviIds } = await commitAndPublish({ db, bus }, async (tx, changes) => {
      const released = await releaseConnections(tx, [expired], atOnce);
      const { locked } = await lockDevices(tx, [], new Set(released.disconnected));
      changes.publish(...locked.map(({ device, custName }) => deviceEvent(device, custName)));
      return released;
    });
    return deviIds.length === atOnce;
  }

  async function beat(): Promise<void> {
    await renewLease(db, gatewayId);
    for (const expired of await expiredGateways(db, gatewayId)) {
      log.warn({ gateway: expired }, 'a gateway is gone; its devices are not connected any more');
      while (await releaseSome(expired));
      await forgetGateway(db, expired);
    }
  }

  return {
    name: 'connection leases',
    beat,
    start: async () => {
      await db.transaction(async (tx) => {
        await releaseConnections(tx, [gatewayId, ...(await expiredGateways(tx, gatewayId))], null);
        await disconnectUnheld(tx);
      });
      await renewLease(db, gatewayId);
      timer = setInterval(() => {
        beating ??= beat()
          .catch((error: unknown) => log.error({ err: error }, 'the lease of connections was not renewed'))
          .finally(() => {
            beating = null;
          });
      }, renewMs);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await beating;
    },
  };
}
