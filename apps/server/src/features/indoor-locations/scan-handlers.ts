import { pressedActionByKey } from '@varde/catalogue/device-actions';
import type { api } from '@varde/contract/api';
import type { IndoorScan } from '@varde/contract/indoor-locations';
import { recordLook } from '#domain/audit/audit-looks.ts';
import { actionsOn, refuseToLocate } from '#domain/commands/actions-on.ts';
import { queueAction } from '#domain/commands/queue-action.ts';
import { latestScan, scanSeconds } from '#domain/commands/wifi-scans.ts';
import { commitAndPublish } from '#domain/commit-and-publish.ts';
import { presentAssignmentId } from '#domain/devices/device-note.ts';
import type { DeviceRecord } from '#domain/devices/device-row.ts';
import { findDevice, lockDevice } from '#domain/devices/find-device.ts';
import { scannedPoints } from '#domain/devices/scanned-points.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { WireGroups } from '#domain/settings/wire-groups.ts';
import { AppError } from '#platform/app-error.ts';
import type { Database } from '#platform/database/database.ts';
import type { Handlers } from '#platform/http/handlers.ts';
import { messagesSince } from './store.ts';

export type ScanDependencies = Pick<FeatureDependencies, 'db' | 'bus' | 'clock'> & { wireGroups: WireGroups };
type ScanHandlers = Pick<Handlers<(typeof api)['indoorLocations']>, 'scanWifiIndoorLocation' | 'getIndoorScan'>;

const action = pressedActionByKey('scanWifi');

/** Scans for the access points around a device. */
export function scanHandlers({ db, bus, clock, wireGroups }: ScanDependencies): ScanHandlers {
  return {
    async scanWifiIndoorLocation({ params: { deviId } }, caller) {
      const at = new Date(clock.now());
      return commitAndPublish({ db, bus }, async (tx, changes) => {
        const device = await lockDevice(tx, caller.scopeOf('DEVICE_INDOOR'), deviId);
        if (device === undefined) throw new AppError('notFound');
        if (!actionsOn(caller, device).includes(action.key)) throw new AppError('notAllowed');
        await refuseToLocate(tx, deviId, action.key);
        if (!device.connected) throw new AppError('notConnected');
        const request = { device, action, by: caller, at, deviceAddress: null };
        const { queued } = await queueAction(tx, request, wireGroups);
        if (queued) {
          changes.publish({ type: 'devicePage', deviId, custId: device.custId });
          changes.commandsOf(deviId);
        }
        return scanOf(tx, device, clock.now());
      });
    },

    async getIndoorScan({ params: { deviId } }, caller) {
      const device = await findDevice(db, caller.scopeOf('DEVICE_INDOOR'), deviId);
      if (device === undefined) throw new AppError('notFound');
      const { custId } = device;
      const at = new Date(clock.now());
      await recordLook(db, { action: 'device.macsRead', at, by: caller, custId, deviId });
      return scanOf(db, device, clock.now());
    },
  };
}

/** The latest scan, and what has been heard from its beginning to its end. */
async function scanOf(db: Database, { deviId, dehaId }: DeviceRecord, now: number): Promise<IndoorScan> {
  const scan = await latestScan(db, deviId, now);
  if (scan === undefined) return { state: null, reason: null, secondsLeft: 0, accessPoints: [] };
  const begin = scan.createdAt.getTime();
  const end = begin + scanSeconds(dehaId) * 1000;
  const assignmentId = await presentAssignmentId(db, deviId);
  const messages = await messagesSince(db, { deviId, assignmentId, begin, end });
  return {
    state: scan.state,
    reason: scan.reason,
    secondsLeft: scan.state === 'cancelled' ? 0 : Math.max(0, Math.ceil((end - now) / 1000)),
    accessPoints: scannedPoints(messages),
  };
}
