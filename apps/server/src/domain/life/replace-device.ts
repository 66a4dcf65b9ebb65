import type { Database } from '#platform/database/database.ts';
import { changeDevice } from '../devices/change-device.ts';
import type { DeviceRecord } from '../devices/device-row.ts';
import type { WireGroups } from '../settings/wire-groups.ts';
import { type MoveRequest, moveWearer } from './move-wearer.ts';
import { nextWearer } from './next-wearer.ts';

interface Replacement extends MoveRequest {
  device: DeviceRecord;
  unit: DeviceRecord;
}

/**
 * A unit replaces a device: it gets the device's customer and everything of its wearer, and the device gets the unit's
 * customer. Both begin a new assignment, so that each keeps its own history. In the caller's transaction, which holds
 * the locks of both.
 */
export async function replaceDevice(
  tx: Database,
  { device, unit, ...request }: Replacement,
  wireGroups: WireGroups,
): Promise<{ device: DeviceRecord; unit: DeviceRecord }> {
  const { at } = request;
  const to = await nextWearer(tx, { deviId: unit.deviId, custId: device.custId, at }, wireGroups);
  const worn = await moveWearer(tx, { from: device, to }, request, wireGroups);
  await nextWearer(tx, { deviId: device.deviId, custId: unit.custId, at, ahpId: unit.ahpId }, wireGroups);
  return {
    unit: worn,
    device: await changeDevice(tx, device.deviId, { deviceName: device.deviceSerialNumber }),
  };
}
