import type { ScannedPoint } from '@varde/contract/indoor-locations';
import { findDeviceBySerial } from '#domain/devices/find-device.ts';
import type { FeatureDependencies } from '#domain/feature-dependencies.ts';
import type { LiveTopic } from '#platform/live/topic.ts';

/**
 * `/topic/accesspointscan/:deviceSerialNumber`: the access points in each message of a device while a scan of it runs.
 * It begins with none: what was heard before is in `getIndoorScan`, which is audited.
 */
export function scanTopic({ db }: Pick<FeatureDependencies, 'db'>): LiveTopic<'accessPointScan'> {
  return {
    name: 'accessPointScan',
    async open(caller, { deviceSerialNumber = '' }) {
      const device = await findDeviceBySerial(db, caller.scopeOf('DEVICE_INDOOR'), deviceSerialNumber);
      if (device === undefined) return null;
      let kept: ScannedPoint[] = [];
      return {
        urgent: false,
        first: async () => null,
        take(event) {
          if (event.type !== 'accessPointScan' || event.deviId !== device.deviId) return false;
          if (!caller.may('DEVICE_INDOOR', event.custId)) return false;
          kept.push(...event.accessPoints);
          return true;
        },
        flush() {
          const message = kept;
          kept = [];
          return message;
        },
      };
    },
  };
}
